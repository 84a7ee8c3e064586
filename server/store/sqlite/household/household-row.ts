import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import { type OutcomeColumns, outcomeColumns, outcomeOf } from '../../shared/rows.ts';
import { statementsOf } from '../connection/connection.ts';

/** Prepares the lookup of the outcomes of those ops that are known. */
export function outcomeReader(db: DatabaseSync): (household: number, ops: readonly Id[]) => Map<Id, Outcome> {
  const { query } = statementsOf(db);
  const known = query<OutcomeColumns & { recorded_at: number }>(
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
  const { write } = statementsOf(db);
  // A notice about the tap may have left a row without an outcome.
  const insert = write(`
     INSERT INTO outcomes (household, op, recorded_at, version, outcome, notice) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET recorded_at = excluded.recorded_at, version = excluded.version,
       outcome = excluded.outcome, notice = coalesce(excluded.notice, notice)
     WHERE outcomes.version IS NULL AND outcomes.outcome IS NULL`);
  return (household, done, recordedAt, notice) => {
    const { version, outcome } = outcomeColumns(done);
    if (insert(household, done.op, Date.parse(recordedAt), version, outcome, notice ?? null) === 0)
      throw new Error('an op cannot be recorded twice');
  };
}

/** A household's row: its number leads the keys of all that belongs to it. */
export interface HouseholdRow {
  id: Id;
  number: number;
  version: number;
  /** The last sequence of each device as JSON pairs, the latest device last. */
  devices: string;
  /** The household's sizes by child, as JSON. */
  sizes: string;
}

/** More devices than a family ever has; without a limit a hostile client could make every tap write a long row. */
const MOST_DEVICES = 200;

/** Prepares the reading of a household. */
export function householdReader(db: DatabaseSync): (household: Id) => HouseholdRow | undefined {
  const { rowQuery } = statementsOf(db);
  const row = rowQuery<[number, number, string, string]>(
    'SELECT number, version, devices, sizes FROM households WHERE id = ?',
  );
  return (id) => {
    const found = row(id);
    if (!found) return undefined;
    const [number, version, devices, sizes] = found;
    return { id, number, version, devices, sizes };
  };
}

/** Prepares the reading of a household's number; 0, which none has, if there is no such household. */
export function numberReader(db: DatabaseSync): (household: Id) => number {
  const { query } = statementsOf(db);
  const row = query<{ number: number }>('SELECT number FROM households WHERE id = ?');
  return (household) => row.get(household)?.number ?? 0;
}

/** Returns the last sequence of a device, 0 if it has sent none. */
export function sequenceOf(devices: string, device: Id): number {
  return entriesIn(devices).find(([other]) => other === device)?.[1] ?? 0;
}

/** Returns the devices with the last sequence of one of them; beyond the limit it forgets those that were silent longest. */
export function withSequence(devices: string, device: Id, lastSequence: number): string {
  const others = entriesIn(devices).filter(([other]) => other !== device);
  return JSON.stringify([...others, [device, lastSequence]].slice(-MOST_DEVICES));
}

function entriesIn(devices: string): [Id, number][] {
  return JSON.parse(devices) as [Id, number][];
}
