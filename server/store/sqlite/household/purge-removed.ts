import type { DatabaseSync } from 'node:sqlite';
import { isWithin, type Path } from '#domain/paths.ts';
import type { Change } from '#domain/protocol/sync.ts';
import { query, write } from '../connection/connection.ts';
import { outcomeStep } from './purge-outcomes.ts';
import { ALL, subtreePurger } from './purge-rows.ts';

/** The rows that one step deletes, so that no tap waits long for it. */
const ROWS_PER_STEP = 200;

/** Begins the path of a deleted household of which only outcomes are left: the op after which they are looked for follows. */
const OUTCOMES = '~';

/** Stands for a deleted household of which nothing is left. */
const NOTHING = '~~';

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
  const forgetLinks = write(
    db,
    'UPDATE visit_links SET household = NULL, path = NULL, made_at = NULL WHERE household = ?',
  );
  const leave = write(db, `INSERT INTO purges (household, path) VALUES (?, '${ALL}')`);
  const purgeOutcomes = outcomeStep(db, 'household = ?');
  return (household) => {
    const { number } = numberOf.get(household) ?? { number: 0 };
    const isDone = purge(number, ALL, ROWS_PER_STEP).isDone && purgeOutcomes('', number) === null;
    for (const run of isDone ? [forgetLinks, remove] : [hide, cancelNotices, forgetLinks, leave]) run(number);
  };
}

/**
 * Prepares the port's `purgeRemoved`. Names go first, of all families: then one walk through the outcomes serves all that were
 * deleted before it began, as it looks at those of everybody.
 */
export function removedPurger(db: DatabaseSync): () => boolean {
  const purge = subtreePurger(db);
  const next = query<{ household: number; path: Path }>(
    db,
    `SELECT household, path FROM purges ORDER BY path >= '${OUTCOMES}', path DESC, household LIMIT 1`,
  );
  const forget = write(db, 'DELETE FROM purges WHERE household = ? AND path = ?');
  const beginWalk = write(db, `UPDATE purges SET path = '${OUTCOMES}' WHERE household = ? AND path = ?`);
  const purgeOutcomes = outcomeStep(db, 'household IN (SELECT household FROM purges WHERE path = ?)');
  const goOn = write(db, 'UPDATE purges SET path = ? WHERE path = ?');
  const removeHousehold = write(db, 'DELETE FROM households WHERE number = ?');
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
