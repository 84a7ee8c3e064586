import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import { type OutcomeColumns, outcomeColumns, outcomeOf } from '../../shared/outcome-row.ts';
import { query, write } from '../connection/connection.ts';

/** Prepares the lookup of the outcomes of those ops that are known. */
export function outcomeReader(db: DatabaseSync): (household: number, ops: readonly Id[]) => Map<Id, Outcome> {
  const known = query<OutcomeColumns & { recorded_at: number }>(
    db,
    `SELECT version, outcome, recorded_at FROM outcomes WHERE household = ? AND op = ? AND (version IS NOT NULL OR outcome IS NOT NULL)`,
  );
  return (household, ops) => {
    const outcomes = new Map<Id, Outcome>();
    for (const op of ops) {
      const row = known.get(household, op);
      if (row) outcomes.set(op, outcomeOf(op, row, row.recorded_at));
    }
    return outcomes;
  };
}

/**
 * Prepares the recording of an op's outcome at an ISO time, with the id of the notice that waits about it.
 */
export function outcomeWriter(
  db: DatabaseSync,
): (household: number, outcome: Outcome, recordedAt: string, notice?: number) => void {
  // A notice about the tap may have left a row without an outcome.
  const insert = write(
    db,
    `INSERT INTO outcomes (household, op, recorded_at, version, outcome, notice) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET recorded_at = excluded.recorded_at, version = excluded.version,
       outcome = excluded.outcome, notice = coalesce(excluded.notice, notice)
     WHERE outcomes.version IS NULL AND outcomes.outcome IS NULL`,
  );
  return (household, done, recordedAt, notice) => {
    const { version, outcome } = outcomeColumns(done);
    if (insert(household, done.op, Date.parse(recordedAt), version, outcome, notice ?? null) === 0)
      throw new Error('an op cannot be recorded twice');
  };
}
