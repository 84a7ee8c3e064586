import type { DatabaseSync } from 'node:sqlite';
import { type Path, subtreeRange } from '#domain/paths.ts';
import { PAGE_LENGTH } from '../../shared/page.ts';
import { LIMIT_GIVEN, query, write } from '../connection/connection.ts';

/** Stands for all paths of a household that was deleted. */
export const ALL = '';

/** Prepares a step that deletes rows at or below a path, at most `rows`. Returns how many more it could have deleted. */
export function subtreePurger(db: DatabaseSync) {
  const tables = [
    rowPurger(db, 'people', { key: 'path', source: 'people WHERE', column: 'path' }),
    rowPurger(db, 'visits', {
      ...{ key: 'number', source: 'visits INDEXED BY visits_by_visitor WHERE', column: 'visitor' },
    }),
  ];
  // Tombstones of visits have no visitor: to find those of one child, a step would read all. They go with the others in time.
  const tombstones = rowPurger(db, 'visits', {
    ...{ key: 'number', source: 'visits INDEXED BY visits_removed WHERE body IS NULL AND', column: 'path' },
  });
  const ofAll = [...tables, tombstones, timePurger(db)];
  return (household: number, path: Path | typeof ALL, rows: number): { left: number; isDone: boolean } => {
    const { from, to } = path === ALL ? { from: '', to: '~' } : subtreeRange(path);
    let left = rows;
    for (const purge of path === ALL ? ofAll : tables) {
      const { deleted, isDone } = purge(household, from, to, left);
      left -= deleted;
      if (!isDone) return { left, isDone };
    }
    return { left, isDone: true };
  };
}

/** A step ends early with the row that brings it to the length of a page. */
function rowPurger(
  db: DatabaseSync,
  table: string,
  { key, source, column }: Readonly<Record<'key' | 'source' | 'column', string>>,
) {
  const next = query<{ key: string | number; length: number }>(
    db,
    `SELECT ${key} AS key, coalesce(octet_length(body), 0) AS length FROM ${source}
       household = ? AND ${column} >= ? AND ${column} < ? ${LIMIT_GIVEN}`,
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

function timePurger(db: DatabaseSync): ReturnType<typeof rowPurger> {
  const purge = write(
    db,
    `DELETE FROM tombstone_times WHERE household = ?1
       AND version IN (SELECT version FROM tombstone_times WHERE household = ?1 ${LIMIT_GIVEN.replace('?', '?2')})`,
  );
  return (household, _from, _to, rows) => {
    const deleted = purge(household, rows);
    return { deleted, isDone: deleted < rows };
  };
}
