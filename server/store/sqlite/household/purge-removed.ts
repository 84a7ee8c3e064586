import type { DatabaseSync } from 'node:sqlite';
import { isWithin, type Path, subtreeRange } from '#domain/paths.ts';
import type { Change } from '#domain/protocol/sync.ts';
import { PAGE_LENGTH } from '../../page.ts';
import { LIMIT_GIVEN, query, write } from '../connection/connection.ts';

/** The rows that one step deletes, so that no tap waits long for it. */
const ROWS_PER_STEP = 200;

/** Stands for all paths of a household that was deleted. */
const ALL = '';

/** Prepares a step that deletes rows at or below a path, at most `rows`. Returns how many more it could have deleted. */
function subtreePurger(db: DatabaseSync) {
  const [people, visits] = [
    rowPurger(db, 'people', 'people', 'path'),
    rowPurger(db, 'visits', 'visits INDEXED BY visits_by_path', 'number'),
  ];
  const purgeOutcomes = write(
    db,
    `DELETE FROM outcomes WHERE household = ?1
       AND op IN (SELECT op FROM outcomes WHERE household = ?1 ${LIMIT_GIVEN})`,
  );
  return (household: number, path: Path | typeof ALL, rows: number): { left: number; isDone: boolean } => {
    const { from, to } = path === ALL ? { from: '', to: '~' } : subtreeRange(path);
    let left = rows;
    for (const purge of [people, visits]) {
      const { deleted, isDone } = purge(household, from, to, left);
      left -= deleted;
      if (!isDone) return { left, isDone };
    }
    if (path === ALL) left -= purgeOutcomes(household, left);
    return { left, isDone: path !== ALL || left > 0 };
  };
}

/** A step ends early with the row that brings it to the length of a page. */
function rowPurger(db: DatabaseSync, table: string, source: string, key: 'path' | 'number') {
  const next = query<{ key: string | number; length: number }>(
    db,
    `SELECT ${key} AS key, coalesce(octet_length(body), 0) AS length FROM ${source}
     WHERE household = ? AND path >= ? AND path < ? ${LIMIT_GIVEN}`,
  );
  const remove = write(db, `DELETE FROM ${table} WHERE household = ? AND ${key} = ?`);
  return (household: number, from: string, to: string, rows: number) => {
    const found = next.all(household, from, to, rows + 1);
    let [deleted, total] = [0, 0];
    for (const row of found) {
      if (deleted >= rows || total >= PAGE_LENGTH) break;
      remove(household, row.key);
      deleted += 1;
      total += row.length;
    }
    return { deleted, isDone: deleted === found.length };
  };
}

/** Prepares the removal of everything below removed children: what is more than a step is left to `purgeRemoved`. */
export function subtreeRemover(db: DatabaseSync): (household: number, paths: readonly Path[]) => void {
  const purge = subtreePurger(db);
  const leave = write(db, 'INSERT INTO purges (household, path) VALUES (?, ?)');
  return (household, paths) => {
    let left = ROWS_PER_STEP;
    for (const path of paths) {
      const step = purge(household, path, left);
      left = step.left;
      if (!step.isDone) leave(household, path);
    }
  };
}

/** Prepares the removal of a household without accounts: at once if it is small, else it has no name any more. */
export function householdRemover(db: DatabaseSync): (household: string) => void {
  const purge = subtreePurger(db);
  const numberOf = query<{ number: number }>(db, 'SELECT number FROM households WHERE id = ?');
  const remove = write(db, 'DELETE FROM households WHERE number = ?');
  const hide = write(db, "UPDATE households SET id = '~' || number WHERE number = ?");
  const cancelNotices = write(db, 'DELETE FROM notices WHERE household = ?');
  const forgetLinks = write(db, 'DELETE FROM visit_links WHERE household = ?');
  const leave = write(db, `INSERT INTO purges (household, path) VALUES (?, '${ALL}')`);
  return (household) => {
    const { number } = numberOf.get(household) ?? { number: 0 };
    const isDone = purge(number, ALL, ROWS_PER_STEP).isDone;
    for (const run of isDone ? [remove] : [hide, cancelNotices, forgetLinks, leave]) run(number);
  };
}

/** Prepares the port's `purgeRemoved`. */
export function removedPurger(db: DatabaseSync): () => boolean {
  const purge = subtreePurger(db);
  const next = query<{ household: number; path: Path }>(
    db,
    'SELECT household, path FROM purges ORDER BY household, path LIMIT 1',
  );
  const forget = write(db, 'DELETE FROM purges WHERE household = ? AND path = ?');
  const removeHousehold = write(db, 'DELETE FROM households WHERE number = ?');
  return () => {
    const { household, path } = next.get() ?? {};
    if (household === undefined || path === undefined) return false;
    const { isDone } = purge(household, path, ROWS_PER_STEP);
    if (isDone && path === ALL) removeHousehold(household);
    else if (isDone) forget(household, path);
    return true;
  };
}

/** Wraps a read so that nothing below a removed child is in its page, also while rows of it are left. */
export function withoutRemoved(db: DatabaseSync) {
  const removed = query<{ path: Path }>(
    db,
    'SELECT path FROM purges WHERE household = (SELECT number FROM households WHERE id = ?)',
  );
  return <Rest extends unknown[], Page extends { changes: Change[] }>(
    read: (household: string, ...rest: Rest) => Page,
  ) =>
    (household: string, ...rest: Rest): Page => {
      const page = read(household, ...rest);
      const gone = removed.all(household);
      if (gone.length === 0) return page;
      const isGone = (path: string) => gone.some((root) => path !== root.path && isWithin(path, root.path));
      return { ...page, changes: page.changes.filter(({ path }) => !isGone(path)) };
    };
}
