import type { DatabaseSync } from 'node:sqlite';
import type { StoredVisit } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Transaction } from '../../ports/households.ts';
import type { LogRow, LogWrite } from '../../ports/retention.ts';
import { type OldestVisitRow, oldestVisitOf } from '../../shared/rows.ts';
import { LIMIT_GIVEN, query, write } from '../connection/connection.ts';

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

/** The most rows that one step of the purge deletes, so that no tap waits long for it. */
const ROWS_PER_STEP = 2000;

/** Prepares the reading of what is kept since a restore: all of a household, or of some children. */
export function restoreLogReader(
  db: DatabaseSync,
): (household: number, children?: readonly Id[]) => LogRow[] {
  const all = query<LogRow>(db, 'SELECT child, key, body FROM after_restore WHERE household = ?');
  const ofChild = query<LogRow>(
    db,
    'SELECT child, key, body FROM after_restore WHERE household = ? AND child = ?',
  );
  return (household, children) =>
    children ? children.flatMap((child) => ofChild.all(household, child)) : all.all(household);
}

/** Prepares the writing of what a batch keeps. */
export function restoreLogWriter(db: DatabaseSync): (household: number, log: readonly LogWrite[]) => void {
  const into = 'INTO after_restore (household, child, key, body) VALUES (?, ?, ?, ?)';
  const add = write(db, `INSERT ${into} ON CONFLICT DO NOTHING`);
  const put = write(db, `INSERT ${into} ON CONFLICT DO UPDATE SET body = excluded.body`);
  const drop = write(db, 'DELETE FROM after_restore WHERE household = ? AND child = ? AND key = ?');
  const clear = write(db, 'DELETE FROM after_restore WHERE household = ? AND child = ?');
  return (household, log) => {
    for (const { child, key, body, isFirst } of log) {
      if (key === undefined) clear(household, child);
      else if (body === undefined) drop(household, child, key);
      else if (isFirst) add(household, child, key, body);
      else put(household, child, key, body);
    }
  };
}

/** Prepares the port's `purgeRestoreLog`. */
export function restoreLogPurger(db: DatabaseSync): () => boolean {
  const purge = write(
    db,
    `DELETE FROM after_restore WHERE (household, child, key) IN
       (SELECT household, child, key FROM after_restore LIMIT ${ROWS_PER_STEP})`,
  );
  return () => purge() === ROWS_PER_STEP;
}
