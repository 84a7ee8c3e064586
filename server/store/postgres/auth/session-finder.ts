import type { FoundSession } from '../../ports/sessions.ts';
import { Batcher } from '../connection/batcher.ts';
import { statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

interface SessionRow extends FoundSession {
  tokenHash: string;
  expiresAt: string;
}

const byTokens = statement<SessionRow>(
  'sessions',
  `SELECT token_hash AS "tokenHash", expires_at AS "expiresAt", uid, household, email, s.id,
     s.created_at AS "createdAt", seen_at AS "seenAt", proven_at AS "reauthenticatedAt"
   FROM sessions s JOIN accounts USING (uid) WHERE token_hash = ANY ($1)`,
);

interface Lookup {
  tokenHash: string;
  resolve: (row: SessionRow | undefined) => void;
  reject: (error: unknown) => void;
}

/** The port's `session`: the lookups of a turn of the event loop are one statement. */
export function sessionFinder(connections: Connections) {
  const lookups = new Batcher<Lookup>(async (batch) => {
    try {
      const hashes = batch.map(({ tokenHash }) => tokenHash);
      const rows = await connections.lend((connection) => connection.query(byTokens, hashes));
      const found = new Map(rows.map((row) => [row.tokenHash, row]));
      for (const { tokenHash, resolve } of batch) resolve(found.get(tokenHash));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  });
  const find = (tokenHash: string) =>
    new Promise<SessionRow | undefined>((resolve, reject) => lookups.add({ tokenHash, resolve, reject }));
  return async (sessionHash: string, now: string): Promise<FoundSession | undefined> => {
    const found = await connections.track(() => find(sessionHash));
    if (!found || found.expiresAt <= now) return undefined;
    const { tokenHash: _, expiresAt: __, ...session } = found;
    return session;
  };
}
