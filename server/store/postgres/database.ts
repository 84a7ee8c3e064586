import type { Id } from '#domain/ids.ts';
import type { FoundSession, SessionDatabase } from '../auth/sessions.ts';
import { batcher } from './connection/batcher.ts';
import { listing, queriesOf } from './connection/connection.ts';
import type { Connections } from './connection/connections.ts';

export function postgresDatabase(connections: Connections): SessionDatabase {
  const queries = queriesOf(connections);
  return {
    ...queries,
    write: (work) => work(queries),
    transaction: (key, work) => connections.transaction(key, (connection) => work(queriesOf(connection))),
    session: sessionFinder(connections),
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

/** One statement for a turn of the event loop. */
function sessionFinder(connections: Connections) {
  const lookups = batcher<Lookup>(async (batch) => {
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
