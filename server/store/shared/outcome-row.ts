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
  const isPlain = outcome.since === undefined;
  return { version: outcome.version, outcome: isPlain ? null : JSON.stringify(outcome) };
}

/** `recordedAt`: the server's clock when it was decided, in ms. */
export function outcomeOf(op: Id, { version, outcome }: OutcomeColumns, recordedAt: number): Outcome {
  if (outcome === null) return { op, result: 'done', version: version ?? 0, receivedAt: recordedAt };
  const stored: Outcome = { op, ...JSON.parse(outcome) };
  return stored.result === 'done' ? { ...stored, receivedAt: recordedAt } : stored;
}
