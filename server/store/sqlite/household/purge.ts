import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import type { PurgeBefore } from '../../ports/retention.ts';
import { LIMIT_GIVEN, query, write } from '../connection/connection.ts';

/**
 * The most tombstones of people that a household keeps, however new: each read of its changes looks at all of them. No family
 * removes so many in the time that they are kept; a phone that was told of too few takes a snapshot.
 */
const MOST_TOMBSTONES = 20_000;

/** Prepares the purge of old tombstones and outcomes, a few households at a time. */
export function tombstonePurger(db: DatabaseSync) {
  const next = query<{ id: Id; number: number }>(
    db,
    `SELECT id, number FROM households WHERE id > ? ORDER BY id ${LIMIT_GIVEN}`,
  );
  const purge = householdPurger(db);
  return (after: Id | undefined, before: PurgeBefore, limit: number): Id | null => {
    const households = next.all(after ?? '', limit);
    for (const { number } of households) purge(number, before);
    return households.length < limit ? null : (households.at(-1)?.id ?? null);
  };
}

function householdPurger(db: DatabaseSync): (household: number, before: PurgeBefore) => void {
  // Versions rise with time, so the outcomes tell which version a household had then.
  const versionAt = query<{ version: number | null }>(
    db,
    'SELECT max(version) AS version FROM outcomes WHERE household = ? AND recorded_at < ?',
  );
  const tables = ['people', 'visits INDEXED BY visits_removed'];
  const floors = tables.map((table) =>
    write(
      db,
      `UPDATE households SET floor = max(floor, coalesce((SELECT max(version) FROM ${table}
         WHERE household = ?1 AND body IS NULL AND version <= ?2), 0)) WHERE number = ?1`,
    ),
  );
  const purges = tables.map((table) =>
    write(db, `DELETE FROM ${table} WHERE household = ?1 AND body IS NULL AND version <= ?2`),
  );
  const excess = query<{ version: number }>(
    db,
    `SELECT version FROM people WHERE household = ? AND body IS NULL
     ORDER BY version DESC LIMIT 1 OFFSET ${MOST_TOMBSTONES}`,
  );
  const purgeOutcomes = write(db, 'DELETE FROM outcomes WHERE household = ? AND recorded_at < ?');
  return (household, { tombstones, outcomes }) => {
    const version = versionAt.get(household, Date.parse(tombstones))?.version ?? 0;
    for (const run of version > 0 ? [...floors, ...purges] : []) run(household, version);
    const tooMany = excess.get(household)?.version ?? 0;
    if (tooMany > 0) for (const [people] of [floors, purges]) people?.(household, tooMany);
    purgeOutcomes(household, Date.parse(outcomes));
  };
}
