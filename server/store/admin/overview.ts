import type { Config } from '../../config/config.ts';
import { sql } from '../shared/queries.ts';
import { openStoreReader } from './inspect.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** No names, no phone numbers. Times are ISO. */
export interface ListedAccount {
  email: string;
  verifiedAt: string | null;
  createdAt: string;
  /** Up to an hour old; null without a session. */
  seenAt: string | null;
  household: string;
  parents: number;
  children: number;
  visits: number;
  bytes: number;
}

// Counted once per household, however many parents share it.
const listed = sql<ListedAccount>(
  `SELECT email, email_verified_at AS "verifiedAt", created_at AS "createdAt", seen.at AS "seenAt", h.id AS household,
    parents, json_array_length(h.sizes::json) AS children, coalesce(visits, 0) AS visits, coalesce(bytes, 0) AS bytes
  FROM accounts a
    JOIN (SELECT household, count(*) AS parents FROM accounts GROUP BY household) p ON p.household = a.household
    JOIN households h ON h.id = a.household
    LEFT JOIN (SELECT uid, nullif(max(seen_at), '') AS at FROM sessions GROUP BY uid) seen ON seen.uid = a.uid
    LEFT JOIN (
      SELECT household, sum(visits)::bigint AS visits, sum(bytes)::bigint AS bytes FROM (
        SELECT household, count(*) AS visits, sum(octet_length(body)) AS bytes
          FROM visits /*+ INDEXED BY visits_by_version */ WHERE body IS NOT NULL GROUP BY household
        UNION ALL SELECT household, 0, sum(octet_length(body)) FROM people WHERE body IS NOT NULL GROUP BY household
      ) AS counted GROUP BY household
    ) s ON s.household = h.number
  ORDER BY created_at, a.uid`,
);

/** Oldest first. Throws CannotOpenStore. */
export async function listAccounts(place: Place): Promise<ListedAccount[]> {
  const reader = await openStoreReader(place);
  return reader.moment(() => reader.all(listed)).finally(() => reader.close());
}

export interface StoreStats {
  schema: number;
  accounts: number;
  verified: number;
  seen: number;
  households: number;
  children: number;
  visits: number;
  /** Visits not checked out. */
  open: number;
  /** With indexes, without its log. */
  bytes: number;
}

const OF_ACCOUNTS = `(SELECT count(*) FROM accounts) AS accounts,
  (SELECT count(*) FROM accounts WHERE email_verified_at IS NOT NULL) AS verified,
  (SELECT count(DISTINCT uid) FROM sessions WHERE seen_at >= $1) AS seen`;

const SCHEMA = '(SELECT version FROM framme_schema)';
const BYTES = 'pg_database_size(current_database())';
// `~`: it is being deleted (make-household.ts).
const NAMED = "FROM households WHERE id NOT LIKE '~%'";

const stats = sql<StoreStats>(
  `SELECT ${SCHEMA} AS schema, ${OF_ACCOUNTS}, (SELECT count(*) ${NAMED}) AS households,
     (SELECT coalesce(sum(json_array_length(sizes::json)), 0) ${NAMED}) AS children,
     (SELECT count(*) FROM visits WHERE body IS NOT NULL) AS visits,
     (SELECT count(*) FROM visits WHERE open = 1) AS open, ${BYTES} AS bytes`,
  // The engines' own words for it.
  {
    [SCHEMA]: '(SELECT user_version FROM pragma_user_version)',
    [BYTES]: '(SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)',
  },
);

/** `seenSince`: ISO. Throws CannotOpenStore. */
export async function countStore(place: Place, seenSince: string): Promise<StoreStats> {
  const reader = await openStoreReader(place);
  const counted = await reader.moment(() => reader.one(stats, seenSince)).finally(() => reader.close());
  if (!counted) throw new Error('the store counted nothing');
  return counted;
}
