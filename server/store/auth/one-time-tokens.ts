import type { Id } from '#domain/ids.ts';
import type { OneTimeTokenKind } from '../ports/accounts.ts';
import { type Database, type Queries, sql } from '../shared/queries.ts';

export interface OneTimeToken {
  kind: OneTimeTokenKind;
  hash: string;
  /** Deleted with this account; null if unknown yet. */
  uid: Id | null;
  /** JSON that only the code of its kind understands. */
  body: string;
  expiresAt: string;
}

type FoundOneTimeToken = Pick<OneTimeToken, 'uid' | 'body' | 'expiresAt'>;

export type ListedOneTimeToken = Pick<OneTimeToken, 'kind' | 'body' | 'expiresAt'>;

const FOUND = 'uid, body, expires_at AS "expiresAt"';

// The lock waits for a deletion of the account.
const insert = sql(`
  INSERT INTO tickets (kind, hash, uid, body, expires_at) SELECT $1, $2, $3, $4, $5
  WHERE $3::text IS NULL OR EXISTS (SELECT 1 FROM accounts WHERE uid = $3 FOR KEY SHARE)`);
const find = sql<FoundOneTimeToken>(
  `SELECT ${FOUND} FROM tickets WHERE kind = $1 AND hash = $2 AND expires_at > $3`,
);
const list = sql<ListedOneTimeToken>(`
  SELECT kind, body, expires_at AS "expiresAt" FROM tickets
  WHERE uid = $1 AND kind = ANY ($2) AND expires_at > $3 ORDER BY expires_at DESC, hash`);
const consume = sql<FoundOneTimeToken>(
  `DELETE FROM tickets WHERE kind = $1 AND hash = $2 AND expires_at > $3 RETURNING ${FOUND}`,
);
const revoke = sql('DELETE FROM tickets WHERE uid = $1 AND kind = ANY ($2)');

export async function putToken(
  queries: Queries,
  { kind, hash, uid, body, expiresAt }: OneTimeToken,
): Promise<void> {
  await queries.run(insert, kind, hash, uid, body, expiresAt);
}

export function findToken(queries: Queries, kind: OneTimeTokenKind, hash: string, now: string) {
  return queries.one(find, kind, hash, now);
}

export function consumeToken(queries: Queries, kind: OneTimeTokenKind, hash: string, now: string) {
  return queries.one(consume, kind, hash, now);
}

export async function revokeTokens(
  queries: Queries,
  uid: string,
  kinds: readonly OneTimeTokenKind[],
): Promise<void> {
  await queries.run(revoke, uid, kinds);
}

export type OneTimeTokenStore = ReturnType<typeof oneTimeTokenCalls>;

/**
 * Secrets that work once, and a trusted browser's cookie, as hashes. Expired ones are never found. Each call
 * is one durable transaction.
 */
export function oneTimeTokenCalls(database: Database) {
  return {
    /** Does nothing if its account was deleted. */
    putOneTimeToken: (token: OneTimeToken) => putToken(database, token),
    /** Does not use it up. */
    oneTimeToken: (kind: OneTimeTokenKind, hash: string, now: string) => findToken(database, kind, hash, now),
    /** One of several concurrent callers gets it. */
    consumeOneTimeToken: (kind: OneTimeTokenKind, hash: string, now: string) =>
      database.write((queries) => consumeToken(queries, kind, hash, now)),
    /** Latest expiry first. */
    oneTimeTokensOf: (uid: Id, kinds: readonly OneTimeTokenKind[], now: string) =>
      database.all(list, uid, kinds, now),
    revokeOneTimeTokens: (uid: Id, kinds: readonly OneTimeTokenKind[]) => revokeTokens(database, uid, kinds),
  };
}
