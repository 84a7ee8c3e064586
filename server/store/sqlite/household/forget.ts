import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import type { Forgettable } from '../../port.ts';
import { LIMIT_GIVEN, query, write } from '../connection/connection.ts';

/** Prepares the forgetting of old removals and outcomes, some households at a time. */
export function forgetter(db: DatabaseSync) {
  const next = query<{ id: Id }>(db, `SELECT id FROM households WHERE id > ? ORDER BY id ${LIMIT_GIVEN}`);
  const forgetIn = householdForgetter(db);
  return (after: Id | undefined, before: Forgettable, limit: number): Id | null => {
    const households = next.all(after ?? '', limit);
    for (const { id } of households) forgetIn(id, before);
    return households.length < limit ? null : (households.at(-1)?.id ?? null);
  };
}

function householdForgetter(db: DatabaseSync): (household: Id, before: Forgettable) => void {
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
  const forgetRemovals = write(
    db,
    'DELETE FROM documents INDEXED BY removals WHERE household = ? AND body IS NULL AND version <= ?',
  );
  const forgetOutcomes = write(db, 'DELETE FROM outcomes WHERE household = ? AND recorded_at < ?');
  const forgetNotices = write(
    db,
    'DELETE FROM notices INDEXED BY notices_by_tap WHERE household = ? AND sent_at < ?',
  );
  return (household, { removals, outcomes }) => {
    forgetNotices(household, outcomes);
    const version = versionAt.get(household, removals)?.version ?? 0;
    if (version === 0) return;
    raiseFloor(version, household);
    forgetRemovals(household, version);
    forgetOutcomes(household, outcomes);
  };
}
