import type { Notice, StoredVisit } from '#domain/command.ts';
import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { HistoryMark } from '#domain/protocol/sync.ts';
import type { OldestVisit } from '../ports/retention.ts';
import type { Store } from '../ports/store.ts';
import { type Database, type Queries, sql } from './queries.ts';

const versionsOf = sql<{ id: Id; version: number }>('SELECT id, version FROM households WHERE id = ANY ($1)');
const waiting = sql<{ message: string; dueAt: string }>(
  `SELECT message, due_at AS "dueAt" FROM notices WHERE household = $1 ORDER BY due_at, number`,
  `SELECT message, due_at AS "dueAt" FROM notices
   WHERE household = (SELECT number FROM households WHERE id = $1) ORDER BY due_at, notices.id`,
);
// In SQLite a household that is being deleted has no name any more (householdRemover).
const households = sql<{ count: number }>(
  'SELECT count(*) AS count FROM households',
  "SELECT count(*) AS count FROM households WHERE id NOT LIKE '~%'",
);
const earliest = sql<{ at: string | null }>('SELECT min(due_at) AS at FROM notices');

/** A household with a JSON array of the bodies of its profiles, and the start of its earliest closed visit. */
interface OldestVisitRow {
  id: Id;
  profiles: string;
  oldest: string | null;
}

// On PostgreSQL `start > ''` skips tombstones.
const oldestOf = (condition: string) =>
  sql<OldestVisitRow>(
    `SELECT id, (SELECT '[' || coalesce(string_agg(d.body, ','), '') || ']' FROM documents d
       WHERE d.household = h.id AND d.path > 'profiles/' AND d.path < 'profiles0' AND d.body IS NOT NULL) AS profiles,
     (SELECT d.start FROM documents d WHERE d.household = h.id AND NOT d.open AND d.start > ''
      ORDER BY d.start LIMIT 1) AS oldest
     FROM households h WHERE ${condition}`,
    `SELECT id, (SELECT json_group_array(json(body)) FROM people
       WHERE household = number AND path > 'profiles/' AND path < 'profiles0' AND body IS NOT NULL) AS profiles,
     (SELECT start FROM visits INDEXED BY visits_past WHERE household = households.number AND open = 0
      ORDER BY start LIMIT 1) AS oldest
     FROM households WHERE ${condition}`,
  );
const oldestOfOne = oldestOf('id = $1');
const oldestOfNext = oldestOf('id > $1 ORDER BY id LIMIT 0 + $2');

function oldestVisitOf({ id, profiles, oldest }: OldestVisitRow): OldestVisit {
  return { household: id, profiles: JSON.parse(profiles) as Profile[], start: oldest };
}

/** The most rows that one step of the purge deletes, so that no tap waits long for it. */
const ROWS_PER_STEP = 2000;

const purgeLog = sql(`
  DELETE FROM after_restore WHERE (household, child, key) IN
    (SELECT household, child, key FROM after_restore LIMIT ${ROWS_PER_STEP})`);

export type HouseholdCalls = Pick<
  Store,
  | 'countHouseholds'
  | 'versions'
  | 'waitingNotices'
  | 'earliestNotice'
  | 'oldestVisit'
  | 'oldestVisits'
  | 'purgeRestoreLog'
>;

/** The store's calls about households that are not on the way of a tap. */
export function householdCalls(database: Database): HouseholdCalls {
  return {
    countHouseholds: async () => (await database.one(households))?.count ?? 0,
    versions: async (ids) => {
      const rows = await database.all(versionsOf, ids);
      return new Map(rows.map(({ id, version }) => [id, version]));
    },
    waitingNotices: async (household) => {
      const rows = await database.all(waiting, household);
      return rows.map(({ message, dueAt }) => ({ notice: JSON.parse(message) as Notice, dueAt }));
    },
    earliestNotice: async () => (await database.one(earliest))?.at ?? undefined,
    oldestVisit: async (household) => {
      const row = await database.one(oldestOfOne, household);
      return row && oldestVisitOf(row);
    },
    oldestVisits: async (after, limit) =>
      (await database.all(oldestOfNext, after ?? '', limit)).map(oldestVisitOf),
    purgeRestoreLog: async () => (await database.run(purgeLog)) === ROWS_PER_STEP,
  };
}

const closed = sql<{ path: StoredVisit['path']; body: string }>(
  `SELECT path, body FROM documents WHERE household = $1 AND NOT open AND (start, path) > ($2, $3) AND start < $4
   ORDER BY start, path LIMIT $5`,
  `SELECT path, body FROM visits INDEXED BY visits_past WHERE household = (SELECT number FROM households WHERE id = $1)
     AND open = 0 AND start >= $2 AND (start, path) > ($2, $3) AND start < $4
   ORDER BY start, path LIMIT 0 + $5`,
);

/** Reads a household's closed visits that began before a time, earliest first. */
export async function closedBefore(
  queries: Queries,
  household: Id,
  before: string,
  { start, path }: HistoryMark = { start: '', path: '' },
  limit: number,
): Promise<StoredVisit[]> {
  const rows = await queries.all(closed, household, start, path, before, limit);
  return rows.map((row) => ({ path: row.path, visit: JSON.parse(row.body) }));
}
