import type { Id } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import type { FoundSession } from '../../ports/sessions.ts';
import { type Database, type Households, sql } from '../../shared/queries.ts';
import { Batcher } from '../connection/batcher.ts';
import { type Connection, listing, queriesOf } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import { lockHouseholds, makeHousehold, writeProfile } from '../household/copy.ts';

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
  };
}

const register = sql(`
  WITH new_household AS (INSERT INTO households (id, version) VALUES ($1, 1))
  INSERT INTO documents (household, path, version, body) VALUES ($1, $2, 1, $3)`);
// A statement of its own: it sees if the one before left any account in the household. Its followings go in the order of their
// ids, so that two households that follow each other go without waiting in a circle.
const removeEmpty = sql(`
  WITH forgotten AS (
    UPDATE visit_links SET household = NULL, path = NULL, made_at = NULL
    WHERE household = $1 AND NOT EXISTS (SELECT FROM accounts WHERE household = $1)
  ), ended AS (
    DELETE FROM followers WHERE id IN (
      SELECT id FROM followers WHERE (host = $1 OR home = $1) AND NOT EXISTS (SELECT FROM accounts WHERE household = $1)
      ORDER BY id FOR UPDATE)
  )
  DELETE FROM households WHERE id = $1 AND NOT EXISTS (SELECT FROM accounts WHERE household = $1)`);

function householdsOn(connection: Connection): Households {
  return {
    lock: (households) => lockHouseholds(connection, households),
    register: async (household, uid, profile) =>
      void (await connection.query(register, household, profilePath(uid), JSON.stringify(profile))),
    make: (household, copyOf) => makeHousehold(connection, household, copyOf),
    removeEmpty: async (household) => (await connection.run(removeEmpty, household)) > 0,
    writeProfile: (...given) => writeProfile(connection, ...given),
  };
}

type SessionRow = readonly [
  ...[tokenHash: string, expiresAt: string, uid: Id, household: Id, email: string],
  ...[id: Id, createdAt: string, seenAt: string, reauthenticatedAt: string],
];

const byTokens = listing<SessionRow>(`
   SELECT token_hash, expires_at, uid, household, email, s.id, s.created_at, seen_at, proven_at
   FROM sessions s JOIN accounts USING (uid) WHERE token_hash = ANY ($1)`);

interface Lookup {
  tokenHash: string;
  resolve: (found: SessionRow | undefined) => void;
  reject: (error: unknown) => void;
}

/** The port's `session`: the lookups of a turn of the event loop are one statement. */
function sessionFinder(connections: Connections) {
  const lookups = new Batcher<Lookup>(async (batch) => {
    try {
      const hashes = batch.map(({ tokenHash }) => tokenHash);
      const rows = await connections.lend((connection) => connection.query(byTokens, hashes));
      const found = new Map(rows.map((row) => [row[0], row]));
      for (const { tokenHash, resolve } of batch) resolve(found.get(tokenHash));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  });
  const find = (tokenHash: string) =>
    new Promise<SessionRow | undefined>((resolve, reject) => lookups.add({ tokenHash, resolve, reject }));
  return async (sessionHash: string, now: string): Promise<FoundSession | undefined> => {
    const found = await connections.track(() => find(sessionHash));
    if (!found) return undefined;
    const [, expiresAt, uid, household, email, id, createdAt, seenAt, reauthenticatedAt] = found;
    if (expiresAt <= now) return undefined;
    return { uid, household, email, id, createdAt, seenAt, reauthenticatedAt };
  };
}
