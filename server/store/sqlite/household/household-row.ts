import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import { query, rowQuery } from '../connection/connection.ts';

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
  const row = rowQuery<[number, number, string, string]>(
    db,
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
  const row = query<{ number: number }>(db, 'SELECT number FROM households WHERE id = ?');
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
