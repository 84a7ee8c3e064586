import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import { isWithin, type Path, subtreeRange } from '#domain/paths.ts';
import type { Change } from '#domain/protocol/sync.ts';
import { PAGE_LENGTH } from '../../shared/pages.ts';
import { LIMIT_GIVEN, statementsOf } from '../connection/connection.ts';

/** Stands for all paths of a household that was deleted. */
const ALL = '';

/** Prepares a step that deletes rows at or below a path, at most `rows`. Returns how many more it could have deleted. */
function subtreePurger(db: DatabaseSync) {
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
  const { query, write } = statementsOf(db);
  const next = query<{ key: string | number; length: number }>(`
     SELECT ${key} AS key, coalesce(octet_length(body), 0) AS length FROM ${source}
       household = ? AND ${column} >= ? AND ${column} < ? ${LIMIT_GIVEN}`);
  const remove = write(`DELETE FROM ${table} WHERE household = ? AND ${key} = ?`);
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
  const { write } = statementsOf(db);
  const purge = write(`
     DELETE FROM tombstone_times WHERE household = ?1
       AND version IN (SELECT version FROM tombstone_times WHERE household = ?1 ${LIMIT_GIVEN.replace('?', '?2')})`);
  return (household, _from, _to, rows) => {
    const deleted = purge(household, rows);
    return { deleted, isDone: deleted < rows };
  };
}

/** Ops that a step looks at: they lie together, and a tap does not wait long for them. */
const OPS_PER_STEP = 5000;

/**
 * Prepares a step through all outcomes in the order of their ops, which deletes those that a condition on one value finds. It
 * returns the op after which the next step goes on, or null after the last one.
 */
function outcomeStep(db: DatabaseSync, condition: string): (after: Id, value: number | string) => Id | null {
  const { query, write } = statementsOf(db);
  const next = query<{ last: Id | null; count: number }>(
    `SELECT max(op) AS last, count(*) AS count FROM (SELECT op FROM outcomes WHERE op > ? ORDER BY op ${LIMIT_GIVEN})`,
  );
  const purge = write(`DELETE FROM outcomes WHERE op > ? AND op <= ? AND ${condition}`);
  return (after, value) => {
    const { last, count } = next.get(after, OPS_PER_STEP) ?? { last: null, count: 0 };
    if (last !== null) purge(after, last, value);
    return count < OPS_PER_STEP ? null : last;
  };
}

/** Prepares the port's `purgeOutcomes`. */
export function outcomePurger(db: DatabaseSync): (after: Id | undefined, before: string) => Id | null {
  const step = outcomeStep(db, 'recorded_at < ?');
  return (after, before) => step(after ?? '', Date.parse(before));
}

/** The rows that one step deletes, so that no tap waits long for it. */
const ROWS_PER_STEP = 200;

/** Begins the path of a deleted household of which only outcomes are left: the op after which they are looked for follows. */
const OUTCOMES = '~';

/** Stands for a deleted household of which nothing is left. */
const NOTHING = '~~';

/** Prepares the removal of everything below removed children: what is more than a step is left to `purgeRemoved`. */
export function subtreeRemover(db: DatabaseSync): (household: number, paths: readonly Path[]) => void {
  const { write } = statementsOf(db);
  const purge = subtreePurger(db);
  const leave = write('INSERT INTO purges (household, path) VALUES (?, ?)');
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
  const { query, write } = statementsOf(db);
  const purge = subtreePurger(db);
  const numberOf = query<{ number: number }>('SELECT number FROM households WHERE id = ?');
  const remove = write('DELETE FROM households WHERE number = ?');
  const hide = write("UPDATE households SET id = '~' || number WHERE number = ?");
  const cancelNotices = write('DELETE FROM notices WHERE household = ?');
  const cancelAlerts = write('DELETE FROM alerts WHERE household = ?');
  const forgetFollowers = write('DELETE FROM followers WHERE host = ?1 OR home = ?1');
  const forgetLinks = write(
    'UPDATE visit_links SET household = NULL, path = NULL, made_at = NULL WHERE household = ?',
  );
  const leave = write(`INSERT INTO purges (household, path) VALUES (?, '${ALL}')`);
  const purgeOutcomes = outcomeStep(db, 'household = ?');
  return (household) => {
    const { number } = numberOf.get(household) ?? { number: 0 };
    const isDone = purge(number, ALL, ROWS_PER_STEP).isDone && purgeOutcomes('', number) === null;
    for (const run of isDone
      ? [forgetLinks, remove]
      : [hide, cancelNotices, cancelAlerts, forgetFollowers, forgetLinks, leave])
      run(number);
  };
}

/**
 * Prepares the port's `purgeRemoved`. Names go first, of all families: then one walk through the outcomes serves all that were
 * deleted before it began, as it looks at those of everybody.
 */
export function removedPurger(db: DatabaseSync): () => boolean {
  const { query, write } = statementsOf(db);
  const purge = subtreePurger(db);
  const next = query<{ household: number; path: Path }>(
    `SELECT household, path FROM purges ORDER BY path >= '${OUTCOMES}', path DESC, household LIMIT 1`,
  );
  const forget = write('DELETE FROM purges WHERE household = ? AND path = ?');
  const beginWalk = write(`UPDATE purges SET path = '${OUTCOMES}' WHERE household = ? AND path = ?`);
  const purgeOutcomes = outcomeStep(db, 'household IN (SELECT household FROM purges WHERE path = ?)');
  const goOn = write('UPDATE purges SET path = ? WHERE path = ?');
  const removeHousehold = write('DELETE FROM households WHERE number = ?');
  return () => {
    const { household, path } = next.get() ?? {};
    if (household === undefined || path === undefined) return false;
    if (path === NOTHING) removeHousehold(household);
    else if (path.startsWith(OUTCOMES)) {
      const last = purgeOutcomes(path.slice(OUTCOMES.length), path);
      goOn(last === null ? NOTHING : OUTCOMES + last, path);
    } else if (purge(household, path, ROWS_PER_STEP).isDone) {
      const end = path === ALL ? beginWalk : forget;
      end(household, path);
    }
    return true;
  };
}

/** Wraps a read so that nothing below a removed child is in its page, also while rows of it are left. */
export function withoutRemoved(db: DatabaseSync) {
  const { query } = statementsOf(db);
  const removed = query<{ path: Path }>(
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
