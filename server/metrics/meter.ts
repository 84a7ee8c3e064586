import type { Op, Outcome } from '#domain/protocol/sync.ts';

/** The numbers that are read when somebody asks for the metrics: open streams, and queues with the age of what waits longest. */
export type Watched =
  | 'live_streams'
  | 'visit_streams'
  | 'notice_queue_age_seconds'
  | 'mail_queue_length'
  | 'mail_queue_age_seconds';

/** Takes the measurements of the app. There is one only if METRICS_ADDRESS is set; none of it names a family. */
export interface Meter {
  /** Counts a reply; `route` is the pattern of the path. */
  countRequest(route: string, status: number, seconds: number | undefined): void;
  /** Counts the outcomes of a request's ops, but for those that were known before. */
  countOutcomes(ops: readonly Op[], applied: DecidedOps): void;
  /** Counts a security event, also one that is not logged because it repeats. */
  countEvent(event: string, outcome: string): void;
  watch(what: Watched, read: () => number | Promise<number>): void;
}

export interface DecidedOps {
  outcomes: readonly Outcome[];
  /** The outcomes of ops that were sent before. */
  known: ReadonlyMap<string, Outcome>;
}
