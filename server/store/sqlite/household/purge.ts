import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import type { PurgeBefore } from '../../ports/retention.ts';
import { LIMIT_GIVEN, query, write } from '../connection/connection.ts';

/** Prepares the purge of old tombstones and outcomes, a few households at a time. */
export function tombstonePurger(db: DatabaseSync) {
  const next = query<{ id: Id }>(db, `SELECT id FROM households WHERE id > ? ORDER BY id ${LIMIT_GIVEN}`);
  const purge = householdPurger(db);
  return (after: Id | undefined, before: PurgeBefore, limit: number): Id | null => {
    const households = next.all(after ?? '', limit);
    for (const { id } of households) purge(id, before);
    return households.length < limit ? null : (households.at(-1)?.id ?? null);
  };
}

function householdPurger(db: DatabaseSync): (household: Id, before: PurgeBefore) => void {
  // Versions rise with time, so the outcomes tell which version a household had then.
  const versionAt = query<{ version: number | null }>(
    db,
    `SELECT max(outcome ->> '$.version') AS version FROM outcomes WHERE household = ? AND recorded_at < ?`,
  );
  const raiseFloor = write(
    db,
    `UPDATE households SET floor = max(floor, coalesce((SELECT max(version) FROM documents INDEXED BY removals
       WHERE household = households.id AND body IS NULL AND version <= ?), 0)) WHERE id = ?`,
  );
  const purgeTombstones = write(
    db,
    'DELETE FROM documents INDEXED BY removals WHERE household = ? AND body IS NULL AND version <= ?',
  );
  const purgeOutcomes = write(db, 'DELETE FROM outcomes WHERE household = ? AND recorded_at < ?');
  const purgeNotices = write(
    db,
    'DELETE FROM notices INDEXED BY notices_by_tap WHERE household = ? AND sent_at < ?',
  );
  return (household, { tombstones, outcomes }) => {
    purgeNotices(household, outcomes);
    const version = versionAt.get(household, tombstones)?.version ?? 0;
    if (version === 0) return;
    raiseFloor(version, household);
    purgeTombstones(household, version);
    purgeOutcomes(household, outcomes);
  };
}
