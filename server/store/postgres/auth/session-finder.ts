import type { Id } from '#domain/ids.ts';
import type { FoundSession } from '../../ports/sessions.ts';
import { Batcher } from '../connection/batcher.ts';
import { listing } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

/** A session that is stored until it expires. */
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
export function sessionFinder(connections: Connections) {
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
