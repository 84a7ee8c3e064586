import type { DatabaseSync } from 'node:sqlite';
import type { StoredVisit } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import { type AgeRow, ageOf } from '../../oldest-visit.ts';
import type { Transaction } from '../../port.ts';
import { LIMIT_GIVEN, query } from '../connection/connection.ts';

/** Profiles as one JSON array, and the start of the earliest closed visit; a tombstone has no start. */
const AGE = `SELECT id,
  (SELECT json_group_array(json(body)) FROM documents
   WHERE household = id AND path > 'profiles/' AND path < 'profiles0' AND body IS NOT NULL) AS profiles,
  (SELECT start FROM documents INDEXED BY visits_closed WHERE household = id AND open = 0 AND start > ''
   ORDER BY start LIMIT 1) AS oldest
  FROM households`;

/** Prepares what tells whether households keep visits for too long. */
export function ageReader(db: DatabaseSync) {
  const one = query<AgeRow>(db, `${AGE} WHERE id = ?`);
  const next = query<AgeRow>(db, `${AGE} WHERE id > ? ORDER BY id ${LIMIT_GIVEN}`);
  return {
    household: (id: Id) => {
      const row = one.get(id);
      return row && ageOf(row);
    },
    households: (after: Id | undefined, limit: number) => next.all(after ?? '', limit).map(ageOf),
  };
}

/** Prepares the reading of a household's closed visits from the earliest on. */
export function closedVisits(
  db: DatabaseSync,
): (household: Id, ...asked: Parameters<Transaction['closedBefore']>) => StoredVisit[] {
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
