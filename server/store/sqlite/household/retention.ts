import type { DatabaseSync } from 'node:sqlite';
import type { StoredVisit } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Transaction } from '../../ports/households.ts';
import { type OldestVisitRow, oldestVisitOf } from '../../shared/oldest-visit.ts';
import { LIMIT_GIVEN, query } from '../connection/connection.ts';

/** Profiles as one JSON array, and the start of the earliest closed visit. */
const OLDEST_VISIT = `SELECT id,
  (SELECT json_group_array(json(body)) FROM people
   WHERE household = number AND path > 'profiles/' AND path < 'profiles0' AND body IS NOT NULL) AS profiles,
  (SELECT start FROM visits INDEXED BY visits_past WHERE household = households.number AND open = 0
   ORDER BY start LIMIT 1) AS oldest
  FROM households`;

/** Prepares the search for households that keep visits too long. */
export function oldestVisitReader(db: DatabaseSync) {
  const one = query<OldestVisitRow>(db, `${OLDEST_VISIT} WHERE id = ?`);
  const next = query<OldestVisitRow>(db, `${OLDEST_VISIT} WHERE id > ? ORDER BY id ${LIMIT_GIVEN}`);
  return {
    oldestVisit: (household: Id) => {
      const row = one.get(household);
      return row && oldestVisitOf(row);
    },
    oldestVisits: (after: Id | undefined, limit: number) => next.all(after ?? '', limit).map(oldestVisitOf),
  };
}

/** Prepares the reading of a household's closed visits, earliest first. */
export function closedVisitReader(
  db: DatabaseSync,
): (household: number, ...page: Parameters<Transaction['closedBefore']>) => StoredVisit[] {
  const page = query<{ path: StoredVisit['path']; body: string }>(
    db,
    `SELECT path, body FROM visits INDEXED BY visits_past
     WHERE household = ?1 AND open = 0 AND start >= ?2 AND (start, path) > (?2, ?3) AND start < ?4
     ORDER BY start, path LIMIT 0 + ?5`,
  );
  return (household, before, after = { start: '', path: '' }, limit) => {
    const rows = page.all(household, after.start, after.path, before, limit);
    return rows.map(({ path, body }) => ({ path, visit: JSON.parse(body) }));
  };
}
