import type { Id } from '#domain/ids.ts';
import type { Outcome } from '#domain/protocol/sync.ts';

/** The columns of an op's outcome: nearly all are plainly done, and stored as their version. */
export interface OutcomeColumns {
  /** Null of a refusal. */
  version: number | null;
  /** The outcome as JSON, without the op; null of an op that is plainly done. */
  outcome: string | null;
}

export function outcomeColumns({ op: _, ...outcome }: Outcome): OutcomeColumns {
  if (outcome.result !== 'done') return { version: null, outcome: JSON.stringify(outcome) };
  const isPlain = outcome.since === undefined && !outcome.idle;
  return { version: outcome.version, outcome: isPlain ? null : JSON.stringify(outcome) };
}

export function outcomeOf(op: Id, { version, outcome }: OutcomeColumns): Outcome {
  if (outcome === null) return { op, result: 'done', version: version ?? 0 };
  return { op, ...JSON.parse(outcome) };
}
