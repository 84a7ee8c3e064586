import type { StoredVisit } from '#domain/command.ts';
import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { changeAccount } from '../auth/account-changes.ts';
import { setEmail } from '../auth/accounts.ts';
import { consumeToken, putToken } from '../auth/one-time-tokens.ts';
import type { Transaction } from '../ports/households.ts';
import type { OldestVisit } from '../ports/retention.ts';
import type { Store } from '../ports/store.ts';
import { type Database, type Queries, sql } from '../shared/queries.ts';
import { visitKey } from '../sharing/visit-links.ts';
import { NUMBER, profilesOf, VISIT_PATH } from './stored-rows.ts';

const versionsOf = sql<{ id: Id; version: number }>('SELECT id, version FROM households WHERE id = ANY ($1)');
// `~`: it is being deleted (make-household.ts).
const households = sql<{ count: number }>("SELECT count(*) AS count FROM households WHERE id NOT LIKE '~%'");

/** `profiles`: a JSON object by path; `oldest`: start of the earliest closed visit. */
interface OldestVisitRow {
  id: Id;
  profiles: string;
  oldest: string | null;
}

const oldestOf = (condition: string) =>
  sql<OldestVisitRow>(
    `SELECT id, ${profilesOf('households.number')} AS profiles,
     (SELECT start FROM visits /*+ INDEXED BY visits_past */ WHERE household = households.number AND open = 0
      ORDER BY start LIMIT 1) AS oldest
     FROM households WHERE ${condition}`,
  );
const oldestOfOne = oldestOf('id = $1');
const oldestOfNext = oldestOf('id > $1 ORDER BY id LIMIT 0 + $2');

function oldestVisitOf({ id, profiles, oldest }: OldestVisitRow): OldestVisit {
  return {
    household: id,
    profiles: Object.values(JSON.parse(profiles) as Record<string, Profile>),
    start: oldest,
  };
}

/** Bounds a purge step, so that no tap waits long. */
const ROWS_PER_STEP = 2000;

const purgeLog = sql(`
  DELETE FROM after_restore WHERE (household, child, key) IN
    (SELECT household, child, key FROM after_restore LIMIT ${ROWS_PER_STEP})`);

export function householdCalls(database: Database) {
  return {
    countHouseholds: async () => (await database.one(households))?.count ?? 0,
    versions: async (ids) => {
      const rows = await database.all(versionsOf, ids);
      return new Map(rows.map(({ id, version }) => [id, version]));
    },
    oldestVisit: async (household) => {
      const row = await database.one(oldestOfOne, household);
      return row && oldestVisitOf(row);
    },
    oldestVisits: async (after, limit) =>
      (await database.all(oldestOfNext, after ?? '', limit)).map(oldestVisitOf),
    purgeRestoreLog: async () => (await database.run(purgeLog)) === ROWS_PER_STEP,
  } satisfies Partial<Store>;
}

const closed = sql<{ path: StoredVisit['path']; body: string }>(
  `SELECT ${VISIT_PATH} AS path, body FROM visits /*+ INDEXED BY visits_past */ WHERE household = ${NUMBER}
     AND open = 0 AND start >= $2 AND (start, child, id) > ($2, $3, $4) AND start < $5
   ORDER BY start, child, id LIMIT 0 + $6`,
);

/** The caller has locked the household. */
export function transactionCalls(queries: Queries, household: Id) {
  return {
    closedBefore: async (before, after, limit) => {
      const { child, id } = after ? visitKey(after.path as Path) : { child: '', id: '' };
      const rows = await queries.all(closed, household, after?.start ?? '', child, id, before, limit);
      return rows.map(({ path, body }) => ({ path, visit: JSON.parse(body) }));
    },
    setEmail: (uid, email, now) => setEmail(queries, household, uid, email, now),
    changeAccount: (uid, decide) => changeAccount(queries, uid, decide),
    consumeOneTimeToken: (kind, hash, now) => consumeToken(queries, kind, hash, now),
    putOneTimeToken: (token) => putToken(queries, token),
  } satisfies Partial<Transaction>;
}
