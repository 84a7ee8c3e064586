import type { DatabaseSync } from 'node:sqlite';
import type { StoredVisit } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import { type OldestVisitRow, oldestVisitOf } from '../../oldest-visit.ts';
import type { Transaction } from '../../ports/households.ts';
import { LIMIT_GIVEN, query } from '../connection/connection.ts';

/** Profiles as one JSON array, and the start of the earliest closed visit; a tombstone has no start. */
const OLDEST_VISIT = `SELECT id,
  (SELECT json_group_array(json(body)) FROM documents
   WHERE household = id AND path > 'profiles/' AND path < 'profiles0' AND body IS NOT NULL) AS profiles,
  (SELECT start FROM documents INDEXED BY visits_closed WHERE household = id AND open = 0 AND start > ''
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
): (household: Id, ...page: Parameters<Transaction['closedBefore']>) => StoredVisit[] {
  const page = query<{ path: StoredVisit['path']; body: string }>(
    db,
    `SELECT path, body FROM documents INDEXED BY visits_closed
     WHERE household = ? AND open = 0 AND (start, path) > (?, ?) AND start < ?
     ORDER BY start, path ${LIMIT_GIVEN}`,
  );
  return (household, before, after = { start: '', path: '' }, limit) => {
    const rows = page.all(household, after.start, after.path, before, limit);
    return rows.map(({ path, body }) => ({ path, visit: JSON.parse(body) }));
  };
}
