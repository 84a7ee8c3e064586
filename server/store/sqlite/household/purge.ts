import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import { LIMIT_GIVEN, statementsOf } from '../connection/connection.ts';

/**
 * The most tombstones of people that a household keeps, however new: each read of its changes looks at all of them. No family
 * removes so many in the time that they are kept; a phone that was told of too few takes a snapshot.
 */
const MOST_TOMBSTONES = 20_000;

/** Prepares the purge of old tombstones, a few households at a time. */
export function tombstonePurger(db: DatabaseSync) {
  const { query } = statementsOf(db);
  const next = query<{ id: Id; number: number }>(
    `SELECT id, number FROM households WHERE id > ? ORDER BY id ${LIMIT_GIVEN}`,
  );
  const purge = householdPurger(db);
  return (after: Id | undefined, before: string, limit: number): Id | null => {
    const households = next.all(after ?? '', limit);
    for (const { number } of households) purge(number, before);
    return households.length < limit ? null : (households.at(-1)?.id ?? null);
  };
}

function householdPurger(db: DatabaseSync): (household: number, before: string) => void {
  const { query, write } = statementsOf(db);
  const versionAt = query<{ version: number | null }>(
    'SELECT max(version) AS version FROM tombstone_times WHERE household = ? AND removed_at < ?',
  );
  const forgetTimes = write('DELETE FROM tombstone_times WHERE household = ? AND version <= ?');
  const tables = ['people', 'visits INDEXED BY visits_removed'];
  const floors = tables.map((table) =>
    write(`
       UPDATE households SET floor = max(floor, coalesce((SELECT max(version) FROM ${table}
         WHERE household = ?1 AND body IS NULL AND version <= ?2), 0)) WHERE number = ?1`),
  );
  const purges = tables.map((table) =>
    write(`DELETE FROM ${table} WHERE household = ?1 AND body IS NULL AND version <= ?2`),
  );
  const excess = query<{ version: number }>(`
     SELECT version FROM people WHERE household = ? AND body IS NULL
     ORDER BY version DESC LIMIT 1 OFFSET ${MOST_TOMBSTONES}`);
  return (household, before) => {
    const version = versionAt.get(household, Date.parse(before))?.version ?? 0;
    for (const run of version > 0 ? [...floors, ...purges, forgetTimes] : []) run(household, version);
    const tooMany = excess.get(household)?.version ?? 0;
    if (tooMany > 0) for (const [people] of [floors, purges]) people?.(household, tooMany);
  };
}

/** Prepares the note of when a household got tombstones up to a version, by which they are purged. */
export function tombstoneDater(db: DatabaseSync): (household: number, version: number, at: string) => void {
  const { write } = statementsOf(db);
  const note = write(`
     INSERT INTO tombstone_times (household, version, removed_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET removed_at = excluded.removed_at`);
  return (household, version, at) => void note(household, version, Date.parse(at));
}
