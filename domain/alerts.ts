import type { Id } from './ids.ts';
import type { Path } from './paths.ts';
import { HOUR_MS, MINUTE_MS } from './time.ts';

/** Ms after the due time in which an alert is still worth sending. */
export const ALERT_LIVES_MS = {
  answer: 4 * HOUR_MS,
  planned: 30 * MINUTE_MS,
  tap: HOUR_MS,
  asked: HOUR_MS,
  followed: HOUR_MS,
  'followed-trip': HOUR_MS,
  trip: HOUR_MS,
  unseen: HOUR_MS,
  coming: HOUR_MS,
  late: HOUR_MS,
  awaited: HOUR_MS,
} as const;
export type AlertKind = keyof typeof ALERT_LIVES_MS;

/** Decided again from the documents when due. A later one with the same `about` and kind replaces it. */
export interface Alert {
  /**
   * A visit; for `tap` and `asked` the visitor; for `followed` and `followed-trip` the id of a follow that must
   * still show the visitor; for `unseen` of one that no longer does, and for `coming`, `late` and
   * `awaited` of one whose home said when the child comes.
   */
  about: Path | Id;
  kind: AlertKind;
  /** ISO. The document of a `planned` or `answer` must still have this time. */
  at: string;
  tap?: AlertedTap;
  /** Of `coming`, `late` and `awaited`: when it was said, which must still stand. */
  saidAt?: string;
  /** Of a `trip`; the first two are passed on to each home as `followed-trip`. */
  stage?: TripStage;
  /** Sessions whose device was notified already. */
  reached?: readonly Id[];
}

/** Of a trip home: the home hears of it, is asked, and then the host. */
export type TripStage = 'start' | 'ask' | 'host';

/** The notice sent about a tap. `by`, the parent who tapped, is shown to no other family. */
export interface AlertedTap {
  by?: Id;
  status: 'in' | 'out';
  of: 'first' | 'corrected' | 'taken-back';
}

const OF_A_FOLLOW: ReadonlySet<string> = new Set([
  'followed',
  'followed-trip',
  'unseen',
  'coming',
  'late',
  'awaited',
] satisfies AlertKind[]);

/** `about` is the id of a follow. */
export function namesFollow(kind: string): boolean {
  return OF_A_FOLLOW.has(kind);
}

export function isAlertKind(kind: string): kind is AlertKind {
  return Object.hasOwn(ALERT_LIVES_MS, kind);
}
