import type { Id } from '#domain/ids.ts';
import { type Path, subtreeRange } from '#domain/paths.ts';
import type { RetentionStore } from '../ports/retention.ts';
import { type Database, type Queries, sql } from '../shared/queries.ts';
import { PAGE_LENGTH } from './feed.ts';
import { lockHouseholds } from './make-household.ts';
import { WHOLE_HOUSEHOLD } from './stored-rows.ts';

/** Begins the path of a deleted household with only outcomes left; their mark follows. */
const OUTCOMES = '~';

/** The path of a deleted household of which nothing is left. */
const NOTHING = '~~';

/** Bounds a step, so that no tap waits long. */
const ROWS_PER_STEP = 200;

/** Ends early with the row that brings a step to PAGE_LENGTH. */
const firstOf = (key: string, table: string, condition: string, order: string) => `(
  SELECT ${key} FROM (
    SELECT *, coalesce(sum(length(body)) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
    FROM (SELECT * FROM ${table} WHERE household = $1 ${condition} ORDER BY ${order} LIMIT ${ROWS_PER_STEP}) AS next
  ) AS measured WHERE before < ${PAGE_LENGTH})`;

const purgePeople = sql(
  `DELETE FROM people WHERE household = $1
   AND path IN ${firstOf('path', 'people', 'AND path >= $2 AND path < $3', 'path')}`,
);
const VISIT = '(id, household, child)';
// A visit's tombstone has no visitor, and expires with the others.
const purgeVisits = sql(
  `DELETE FROM visits WHERE ${VISIT} IN ${firstOf(
    'id, household, child',
    'visits /*+ INDEXED BY visits_by_visitor */',
    'AND visitor >= $2 AND visitor < $3',
    'visitor, start, id',
  )}`,
);
const purgeAllVisits = sql(
  `DELETE FROM visits WHERE ${VISIT} IN ${firstOf(
    'id, household, child',
    'visits /*+ INDEXED BY visits_by_version */',
    '',
    'version, id',
  )}`,
);
const purgeTimes = sql(
  `DELETE FROM tombstone_times WHERE household = $1 AND version IN
     (SELECT version FROM tombstone_times WHERE household = $1 LIMIT ${ROWS_PER_STEP})`,
);

/** At or below a path. Resolves to false if nothing was left. */
async function purgeSome(
  queries: Queries,
  household: number,
  path: Path | typeof WHOLE_HOUSEHOLD,
): Promise<boolean> {
  if (path !== WHOLE_HOUSEHOLD) {
    const { from, to } = subtreeRange(path);
    return (
      (await queries.run(purgePeople, household, from, to)) > 0 ||
      (await queries.run(purgeVisits, household, from, to)) > 0
    );
  }
  return (
    (await queries.run(purgePeople, household, '', OUTCOMES)) > 0 ||
    (await queries.run(purgeAllVisits, household)) > 0 ||
    (await queries.run(purgeTimes, household)) > 0
  );
}

/** They lie together, so a tap does not wait long. */
const OPS_PER_STEP = 5000;

const nextOps = sql<{ last: Id | null; count: number }>(
  `SELECT max(op) AS last, count(*) AS count
   FROM (SELECT op FROM outcomes WHERE op > $1 ORDER BY op LIMIT ${OPS_PER_STEP}) AS next`,
);
const purgeOld = sql('DELETE FROM outcomes WHERE op > $1 AND op <= $2 AND recorded_at < $3');
const purgeDeleted = sql(
  `DELETE FROM outcomes WHERE op > $1 AND op <= $2
   AND household IN (SELECT household FROM purges WHERE path = $3)`,
);

/** By op. Resolves to the next step's mark, or null after the last. */
async function purgeOutcomes(
  queries: Queries,
  after: Id,
  purge: typeof purgeOld,
  value: number | string,
): Promise<Id | null> {
  const { last = null, count = 0 } = (await queries.one(nextOps, after)) ?? {};
  if (last !== null) await queries.run(purge, after, last, value);
  return count < OPS_PER_STEP ? null : last;
}

// Documents of all families first: then one walk through the outcomes serves all households deleted before.
const nextPurge = sql<{ household: number; path: Path }>(
  `SELECT household, path FROM purges ORDER BY path >= '${OUTCOMES}', path DESC, household LIMIT 1 FOR UPDATE`,
);
const forget = sql('DELETE FROM purges WHERE household = $1 AND path = $2');
const beginWalk = sql(`UPDATE purges SET path = '${OUTCOMES}' WHERE household = $1 AND path = $2`);
const goOn = sql('UPDATE purges SET path = $1 WHERE path = $2');
const removeHousehold = sql('DELETE FROM households WHERE number = $1');

async function purgeNext(queries: Queries): Promise<boolean> {
  const { household, path } = (await queries.one(nextPurge)) ?? {};
  if (household === undefined || path === undefined) return false;
  if (path === NOTHING) await queries.run(removeHousehold, household);
  else if (path.startsWith(OUTCOMES)) {
    const last = await purgeOutcomes(queries, path.slice(OUTCOMES.length), purgeDeleted, path);
    await queries.run(goOn, last === null ? NOTHING : OUTCOMES + last, path);
  } else if (!(await purgeSome(queries, household, path))) {
    await queries.run(path === WHOLE_HOUSEHOLD ? beginWalk : forget, household, path);
  }
  return true;
}

/**
 * Each read of changes scans them. No family removes so many before they expire; a phone that misses some
 * takes a snapshot.
 */
const MOST_TOMBSTONES = 20_000;

interface WithTombstones {
  id: Id;
  number: number;
  /** The latest at the limit, and the first beyond MOST_TOMBSTONES; null without one. */
  version: number | null;
  excess: number | null;
}

const nextHouseholds = sql<WithTombstones>(
  `SELECT id, number,
     (SELECT max(version) FROM tombstone_times WHERE household = number AND removed_at < $3) AS version,
     (SELECT version FROM people WHERE household = number AND body IS NULL
      ORDER BY version DESC LIMIT 1 OFFSET ${MOST_TOMBSTONES}) AS excess
   FROM households WHERE id > $1 ORDER BY id LIMIT 0 + $2`,
);

const tombstonesOf = (table: string) => [
  sql(`UPDATE households SET floor = greatest(floor, coalesce((SELECT max(version) FROM ${table}
     WHERE household = $1 AND body IS NULL AND version <= $2), 0)) WHERE number = $1`),
  sql(`DELETE FROM ${table} WHERE household = $1 AND body IS NULL AND version <= $2`),
];
const removedPeople = tombstonesOf('people');
const removedVisits = tombstonesOf('visits /*+ INDEXED BY visits_removed */');
const forgetTimes = sql('DELETE FROM tombstone_times WHERE household = $1 AND version <= $2');

export function purgeCalls(database: Database) {
  return {
    purgeOutcomes: (after = '', before) =>
      database.write((queries) => purgeOutcomes(queries, after, purgeOld, Date.parse(before))),
    purgeRemoved: () => database.transaction('purge', purgeNext),
    async purgeTombstones(after = '', before, limit) {
      const households = await database.all(nextHouseholds, after, limit, Date.parse(before));
      for (const { id, number, version, excess } of households) {
        if (version === null && excess === null) continue;
        await database.transaction(id, async (queries) => {
          await lockHouseholds(queries, [id]);
          for (const purge of version === null ? [] : [...removedPeople, ...removedVisits, forgetTimes])
            await queries.run(purge, number, version);
          for (const purge of excess === null ? [] : removedPeople) await queries.run(purge, number, excess);
        });
      }
      return households.length < limit ? null : (households.at(-1)?.id ?? null);
    },
  } satisfies Partial<RetentionStore>;
}
