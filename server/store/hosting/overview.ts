import type { Config } from '../../config/config.ts';
import { sql } from '../shared/queries.ts';
import { openStoreReader } from './inspect.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** An account with the size of its household, in numbers alone: no name, no phone number. Times are ISO. */
export interface ListedAccount {
  email: string;
  verifiedAt: string | null;
  createdAt: string;
  /** The last time of a session that is still kept, up to an hour old; null without one. */
  seenAt: string | null;
  household: string;
  parents: number;
  children: number;
  visits: number;
  /** The length of the household's documents. */
  bytes: number;
}

// Rows are counted by household once, however many parents share it.
const accounts = (sizes: string, join: string) => `
  SELECT email, email_verified_at AS "verifiedAt", created_at AS "createdAt", seen.at AS "seenAt", h.id AS household,
    parents, children, coalesce(visits, 0) AS visits, coalesce(bytes, 0) AS bytes
  FROM accounts a
    JOIN (SELECT household, count(*) AS parents FROM accounts GROUP BY household) p ON p.household = a.household
    ${join}
    LEFT JOIN (SELECT uid, nullif(max(seen_at), '') AS at FROM sessions GROUP BY uid) seen ON seen.uid = a.uid
    LEFT JOIN (${sizes}) s ON s.household = h.key
  ORDER BY created_at, a.uid`;

const listed = sql<ListedAccount>(
  accounts(
    `SELECT household, count(*) FILTER (WHERE open IS NOT NULL) AS visits, sum(octet_length(body)) AS bytes
     FROM documents WHERE body IS NOT NULL GROUP BY household`,
    'JOIN (SELECT id, id AS key, json_array_length(sizes::json) AS children FROM households) h ON h.id = a.household',
  ),
  accounts(
    `SELECT household, sum(visits) AS visits, sum(bytes) AS bytes FROM (
       SELECT household, count(*) AS visits, sum(octet_length(body)) AS bytes
         FROM visits INDEXED BY visits_by_version WHERE body IS NOT NULL GROUP BY household
       UNION ALL SELECT household, 0, sum(octet_length(body)) FROM people WHERE body IS NOT NULL GROUP BY household)
     GROUP BY household`,
    'JOIN (SELECT id, number AS key, json_array_length(sizes) AS children FROM households) h ON h.id = a.household',
  ),
);

/** Lists all accounts, oldest first, beside a running server. Throws CannotOpenStore. */
export async function listAccounts(place: Place): Promise<ListedAccount[]> {
  const reader = await openStoreReader(place);
  return reader.moment(() => reader.all(listed)).finally(() => reader.close());
}

/** The numbers of an installation. */
export interface StoreStats {
  schema: number;
  accounts: number;
  verified: number;
  /** Accounts that were seen since a time. */
  seen: number;
  households: number;
  children: number;
  visits: number;
  /** Visits that are not checked out. */
  open: number;
  /** Of the database with its indexes, without its log. */
  bytes: number;
}

const OF_ACCOUNTS = `(SELECT count(*) FROM accounts) AS accounts,
  (SELECT count(*) FROM accounts WHERE email_verified_at IS NOT NULL) AS verified,
  (SELECT count(DISTINCT uid) FROM sessions WHERE seen_at >= $1) AS seen`;

const stats = sql<StoreStats>(
  `SELECT (SELECT version FROM framme_schema) AS schema, ${OF_ACCOUNTS},
     (SELECT count(*) FROM households) AS households,
     (SELECT coalesce(sum(json_array_length(sizes::json)), 0) FROM households) AS children,
     (SELECT count(*) FROM documents WHERE open IS NOT NULL AND body IS NOT NULL) AS visits,
     (SELECT count(*) FROM documents WHERE open) AS open, pg_database_size(current_database()) AS bytes`,
  // A household that is being deleted has no name any more (householdRemover).
  `SELECT (SELECT user_version FROM pragma_user_version) AS schema, ${OF_ACCOUNTS},
     (SELECT count(*) FROM households WHERE id NOT LIKE '~%') AS households,
     (SELECT coalesce(sum(json_array_length(sizes)), 0) FROM households WHERE id NOT LIKE '~%') AS children,
     (SELECT count(*) FROM visits WHERE body IS NOT NULL) AS visits,
     (SELECT count(*) FROM visits WHERE open = 1) AS open,
     (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS bytes`,
);

/** Counts what a store holds, beside a running server; `seenSince` is ISO. Throws CannotOpenStore. */
export async function countStore(place: Place, seenSince: string): Promise<StoreStats> {
  const reader = await openStoreReader(place);
  const counted = await reader.moment(() => reader.one(stats, seenSince)).finally(() => reader.close());
  if (!counted) throw new Error('the store counted nothing');
  return counted;
}
