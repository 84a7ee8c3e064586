import type {
  FoundOneTimeToken,
  ListedOneTimeToken,
  OneTimeToken,
  OneTimeTokenKind,
} from '../../ports/one-time-tokens.ts';
import { type Connection, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

const FOUND = 'uid, body, expires_at AS "expiresAt"';

// The lock waits for a deletion of the account.
const insert = statement(
  'put-one-time-token',
  `INSERT INTO tickets (kind, hash, uid, body, expires_at) SELECT $1, $2, $3, $4, $5
   WHERE $3::text IS NULL OR EXISTS (SELECT FROM accounts WHERE uid = $3 FOR KEY SHARE)`,
);
export const findToken = statement<FoundOneTimeToken>(
  'one-time-token',
  `SELECT ${FOUND} FROM tickets WHERE kind = $1 AND hash = $2 AND expires_at > $3`,
);
const list = statement<ListedOneTimeToken>(
  'one-time-tokens-of',
  `SELECT kind, body, expires_at AS "expiresAt" FROM tickets
   WHERE uid = $1 AND kind = ANY ($2) AND expires_at > $3 ORDER BY expires_at DESC, hash`,
);
export const consumeToken = statement<FoundOneTimeToken>(
  'consume-one-time-token',
  `DELETE FROM tickets WHERE kind = $1 AND hash = $2 AND expires_at > $3 RETURNING ${FOUND}`,
);
export const revokeTokens = statement(
  'revoke-one-time-tokens',
  'DELETE FROM tickets WHERE uid = $1 AND kind = ANY ($2)',
);

/** Stores a token, unless its account was deleted. */
export async function putToken(
  connection: Pick<Connection, 'query'>,
  { kind, hash, uid, body, expiresAt }: OneTimeToken,
): Promise<void> {
  await connection.query(insert, kind, hash, uid, body, expiresAt);
}

/** The store's calls for one-time tokens. */
export function oneTimeTokenCalls(connections: Connections) {
  return {
    putOneTimeToken: (token: OneTimeToken) => putToken(connections, token),
    oneTimeToken: async (kind: OneTimeTokenKind, hash: string, now: string) =>
      (await connections.query(findToken, kind, hash, now))[0],
    consumeOneTimeToken: async (kind: OneTimeTokenKind, hash: string, now: string) =>
      (await connections.query(consumeToken, kind, hash, now))[0],
    oneTimeTokensOf: (uid: string, kinds: readonly OneTimeTokenKind[], now: string) =>
      connections.query(list, uid, kinds, now),
    revokeOneTimeTokens: async (uid: string, kinds: readonly OneTimeTokenKind[]) =>
      void (await connections.query(revokeTokens, uid, kinds)),
  };
}
