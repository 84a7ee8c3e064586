import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import { type Database, type Households, sql } from '../../auth/queries.ts';
import type { HouseholdContents } from '../../ports/parents.ts';
import type { FoundSession } from '../../ports/sessions.ts';
import { Batcher } from '../connection/batcher.ts';
import { type Connection, listing, queriesOf } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import { lockHouseholds, makeHousehold, writeProfile } from '../household/copy.ts';
import { forgetLinks, linkedVisits } from '../household/links.ts';

/** Runs the calls of accounts by the connections of this process. */
export function authDatabase(connections: Connections): Database {
  const queries = queriesOf(connections);
  return {
    ...queries,
    write: (work) => work(queries),
    transaction: (key, work) =>
      connections.transaction(key, (connection) =>
        work({ ...queriesOf(connection), households: householdsOn(connection) }),
      ),
    session: sessionFinder(connections),
    statements: { parentsOf, contentsOf },
  };
}

const parentsOf = sql<{ uid: Id; email: string; body: string }>(`
  SELECT a.uid, a.email, d.body FROM accounts a
  JOIN documents d ON d.household = a.household AND d.path = 'profiles/' || a.uid AND d.body IS NOT NULL
  WHERE a.household = $1 ORDER BY coalesce(d.body::json ->> 'joinedAt', '') COLLATE "C", a.uid`);
const contentsOf = sql<HouseholdContents>(`
  SELECT json_array_length(sizes::json) AS children,
    (SELECT count(*) FROM documents d WHERE d.household = households.id AND start > ''
       AND NOT EXISTS (SELECT FROM purges p WHERE p.household = d.household
         AND d.path > p.path || '/' AND d.path < p.path || '0')) AS visits,
    (SELECT count(*) FROM accounts WHERE household = households.id) AS parents
  FROM households WHERE id = $1`);

const profileOf = sql<{ body: string }>(
  `SELECT body FROM documents WHERE household = $1 AND path = 'profiles/' || $2 AND body IS NOT NULL`,
);
const register = sql(`
  WITH new_household AS (INSERT INTO households (id, version) VALUES ($1, 1))
  INSERT INTO documents (household, path, version, body) VALUES ($1, $2, 1, $3)`);
// A statement of its own: it sees if the one before left any account in the household.
const removeEmpty = sql(`
  WITH forgotten AS (
    UPDATE visit_links SET household = NULL, path = NULL, made_at = NULL
    WHERE household = $1 AND NOT EXISTS (SELECT FROM accounts WHERE household = $1)
  )
  DELETE FROM households WHERE id = $1 AND NOT EXISTS (SELECT FROM accounts WHERE household = $1)`);

function householdsOn(connection: Connection): Households {
  return {
    lock: (households) => lockHouseholds(connection, households),
    async profile(household, uid) {
      const [found] = await connection.query(profileOf, household, uid);
      return found && (JSON.parse(found.body) as Profile);
    },
    register: async (household, uid, profile) =>
      void (await connection.query(register, household, profilePath(uid), JSON.stringify(profile))),
    make: (household, copyOf) => makeHousehold(connection, household, copyOf),
    removeEmpty: async (household) => (await connection.run(removeEmpty, household)) > 0,
    writeProfile: (...given) => writeProfile(connection, ...given),
    linkedVisits: (household) => connection.query(linkedVisits, household),
    forgetLinks: async (hashes) => void (await connection.query(forgetLinks, hashes)),
  };
}

interface StoredSession {
  expiresAt: string;
  session: FoundSession;
}

type SessionRow = readonly [
  ...[tokenHash: string, expiresAt: string, uid: Id, household: Id, email: string],
  ...[id: Id, createdAt: string, seenAt: string, reauthenticatedAt: string],
];

const byTokens = listing<SessionRow>(
  'sessions',
  `SELECT token_hash, expires_at, uid, household, email, s.id, s.created_at, seen_at, proven_at
   FROM sessions s JOIN accounts USING (uid) WHERE token_hash = ANY ($1)`,
);

interface Lookup {
  tokenHash: string;
  resolve: (found: StoredSession | undefined) => void;
  reject: (error: unknown) => void;
}

/** The port's `session`: the lookups of a turn of the event loop are one statement. */
function sessionFinder(connections: Connections) {
  const lookups = new Batcher<Lookup>(async (batch) => {
    try {
      const hashes = batch.map(({ tokenHash }) => tokenHash);
      const rows = await connections.lend((connection) => connection.query(byTokens, hashes));
      const found = new Map(rows.map((row) => [row[0], storedSession(row)]));
      for (const { tokenHash, resolve } of batch) resolve(found.get(tokenHash));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  });
  const find = (tokenHash: string) =>
    new Promise<StoredSession | undefined>((resolve, reject) => lookups.add({ tokenHash, resolve, reject }));
  return async (sessionHash: string, now: string): Promise<FoundSession | undefined> => {
    const found = await connections.track(() => find(sessionHash));
    return found && found.expiresAt > now ? found.session : undefined;
  };
}

function storedSession(row: SessionRow): StoredSession {
  const [, expiresAt, uid, household, email, id, createdAt, seenAt, reauthenticatedAt] = row;
  return { expiresAt, session: { uid, household, email, id, createdAt, seenAt, reauthenticatedAt } };
}
