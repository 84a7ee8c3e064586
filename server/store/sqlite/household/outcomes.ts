import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import { query, write } from '../connection/connection.ts';

interface OutcomeRow {
  version: number | null;
  outcome: string | null;
}

/** Prepares the lookup of the outcomes of those ops that are known. */
export function outcomeReader(db: DatabaseSync): (household: number, ops: readonly Id[]) => Map<Id, Outcome> {
  const known = query<OutcomeRow>(
    db,
    `SELECT version, outcome FROM outcomes WHERE household = ? AND op = ? AND (version IS NOT NULL OR outcome IS NOT NULL)`,
  );
  return (household, ops) => {
    const outcomes = new Map<Id, Outcome>();
    for (const op of ops) {
      const row = known.get(household, op);
      if (row) outcomes.set(op, outcomeOf(op, row));
    }
    return outcomes;
  };
}

function outcomeOf(op: Id, { version, outcome }: OutcomeRow): Outcome {
  if (outcome === null) return { op, result: 'done', version: version ?? 0 };
  return { op, ...JSON.parse(outcome) };
}

/** Prepares the recording of an op's outcome at an ISO time. Nearly all are plainly done, and stored as their version. */
export function outcomeWriter(
  db: DatabaseSync,
): (household: number, outcome: Outcome, recordedAt: string) => void {
  const insert = write(
    db,
    'INSERT INTO outcomes (household, op, recorded_at, version, outcome) VALUES (?, ?, ?, ?, ?)',
  );
  return (household, { op, ...outcome }, recordedAt) => {
    const isDone = outcome.result === 'done';
    const isPlain = isDone && outcome.since === undefined;
    const version = isDone ? outcome.version : null;
    insert(household, op, Date.parse(recordedAt), version, isPlain ? null : JSON.stringify(outcome));
  };
}
