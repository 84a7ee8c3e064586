import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type {
  Changing,
  HouseholdContents,
  Move,
  Moved,
  NewInvite,
  ParentStore,
  Part,
  PutInvite,
  StoredInvite,
} from '../ports/parents.ts';
import { type AccountTransaction, type Database, type Queries, sql } from '../shared/queries.ts';
import { lockAccount } from './accounts.ts';
import { revokeTokens } from './one-time-tokens.ts';
import { leaveHousehold } from './register-and-delete.ts';
import { endOtherSessions } from './sessions.ts';

const KIND = 'parent-invite';

const parentsOf = sql<{ uid: Id; email: string; body: string }>(
  `SELECT a.uid, a.email, d.body FROM accounts a
   JOIN documents d ON d.household = a.household AND d.path = 'profiles/' || a.uid AND d.body IS NOT NULL
   WHERE a.household = $1 ORDER BY coalesce(d.body::json ->> 'joinedAt', '') COLLATE "C", a.uid`,
  `SELECT uid, email, people.body FROM accounts JOIN households ON households.id = accounts.household
   JOIN people ON people.household = number AND path = 'profiles/' || uid AND body IS NOT NULL
   WHERE accounts.household = $1 ORDER BY coalesce(body ->> '$.joinedAt', ''), uid`,
);
const contentsOf = sql<HouseholdContents>(
  `SELECT json_array_length(sizes::json) AS children,
     (SELECT count(*) FROM documents d WHERE d.household = households.id AND start > ''
        AND NOT EXISTS (SELECT FROM purges p WHERE p.household = d.household
          AND d.path > p.path || '/' AND d.path < p.path || '0')) AS visits,
     (SELECT count(*) FROM accounts WHERE household = households.id) AS parents
   FROM households WHERE id = $1`,
  `SELECT json_array_length(sizes) AS children,
     (SELECT count(*) FROM visits INDEXED BY visits_past WHERE household = households.number AND open = 0)
       + (SELECT count(*) FROM visits INDEXED BY visits_open WHERE household = households.number AND open = 1)
       - (SELECT count(*) FROM purges p CROSS JOIN visits v INDEXED BY visits_by_visitor ON v.household = p.household
            AND v.visitor > p.path || '/' AND v.visitor < p.path || '0'
          WHERE p.household = households.number) AS visits,
     (SELECT count(*) FROM accounts WHERE household = households.id) AS parents
   FROM households WHERE id = $1`,
);
const profileOf = sql<{ body: string }>(
  "SELECT body FROM documents WHERE household = $1 AND path = 'profiles/' || $2 AND body IS NOT NULL",
  `SELECT people.body FROM people JOIN households ON number = people.household
   WHERE id = $1 AND path = 'profiles/' || $2 AND body IS NOT NULL`,
);

const open = sql<StoredInvite>(`
  SELECT hash, uid, body, expires_at AS "expiresAt" FROM tickets JOIN accounts USING (uid)
  WHERE household = $1 AND kind = '${KIND}' AND expires_at > $2 ORDER BY expires_at DESC, hash LIMIT 1`);
const count = sql<{ count: number }>('SELECT count(*) AS count FROM accounts WHERE household = $1');
const claim = sql('INSERT INTO visit_links (hash) VALUES ($1) ON CONFLICT DO NOTHING');
const insert = sql(
  `INSERT INTO tickets (kind, hash, uid, body, expires_at) VALUES ('${KIND}', $1, $2, $3, $4) ON CONFLICT DO NOTHING`,
);
const update = sql(
  `UPDATE tickets SET body = $3 WHERE kind = '${KIND}' AND hash = $1 AND body = $2 AND expires_at > $4`,
);
const end = sql(
  `DELETE FROM tickets WHERE kind = '${KIND}' AND uid IN (SELECT uid FROM accounts WHERE household = $1)`,
);
const use = sql(`
  DELETE FROM tickets WHERE kind = '${KIND}' AND hash = $1 AND body = $2 AND expires_at > $3
  AND uid IN (SELECT uid FROM accounts WHERE household = $4)`);
const move = sql('UPDATE accounts SET household = $2 WHERE uid = $1');

async function countOf(queries: Queries, household: string): Promise<number> {
  return (await queries.one(count, household))?.count ?? 0;
}

/** Locks the households, then the account. Returns true if the account is in `from`. */
async function lockAll(
  transaction: AccountTransaction,
  uid: string,
  from: string,
  to?: string,
): Promise<boolean> {
  await transaction.households.lock(to === undefined ? [from] : [from, to]);
  return (await lockAccount(transaction, uid))?.household === from;
}

async function putInvite(
  transaction: AccountTransaction,
  household: string,
  { hash, uid, body, expiresAt, now }: NewInvite,
  most: number,
): Promise<PutInvite> {
  if (!(await lockAll(transaction, uid, household))) return 'elsewhere';
  const found = await transaction.one(open, household, now);
  if (found) return found.hash === hash ? 'again' : 'open';
  if ((await countOf(transaction, household)) >= most) return 'full';
  const isNew = (await transaction.run(claim, hash)) > 0;
  return isNew && (await transaction.run(insert, hash, uid, body, expiresAt)) > 0 ? 'put' : 'given';
}

/** Moves a locked account with its profile; its own invitations and other sessions end. */
async function go(
  transaction: AccountTransaction,
  { uid, from, to, session, now, profile, keepLinks = false }: Changing & { to: Id; keepLinks?: boolean },
): Promise<Moved> {
  const stored = await transaction.one(profileOf, from, uid);
  if (!stored) throw new Error('an account without a profile cannot move');
  await transaction.run(move, uid, to);
  await revokeTokens(transaction, uid, [KIND]);
  await transaction.households.writeProfile(to, uid, now, profile(JSON.parse(stored.body)));
  await leaveHousehold(transaction, from, uid, now, keepLinks);
  return { ended: await endOtherSessions(transaction, uid, session) };
}

async function moveAccount(transaction: AccountTransaction, given: Move) {
  const { uid, from, to, invite, most, othersStay, now } = given;
  if (from === to || !(await lockAll(transaction, uid, from, to))) return 'elsewhere';
  if ((await countOf(transaction, to)) >= most) return 'full';
  if (othersStay && (await countOf(transaction, from)) === 1) return 'last';
  const used = await transaction.run(use, invite.hash, invite.body, now, to);
  return used > 0 ? go(transaction, given) : 'expired';
}

async function partAccount(transaction: AccountTransaction, given: Part) {
  const { uid, from, to, copy } = given;
  if (!(await lockAll(transaction, uid, from))) return 'elsewhere';
  if ((await countOf(transaction, from)) === 1) return 'last';
  await transaction.households.make(to, copy ? from : undefined);
  return go(transaction, given);
}

/** The store's calls for the parents of households. */
export function parentCalls(database: Database): ParentStore {
  return {
    parentsOf: async (household) =>
      (await database.all(parentsOf, household)).map(({ body, ...parent }) => ({
        ...parent,
        profile: JSON.parse(body) as Profile,
      })),
    contentsOf: async (household) =>
      (await database.one(contentsOf, household)) ?? { children: 0, visits: 0, parents: 0 },
    openInvite: (household, now) => database.one(open, household, now),
    putInvite: (household, invite, most) =>
      database.transaction(invite.uid, (transaction) => putInvite(transaction, household, invite, most)),
    updateInvite: async (hash, former, body, now) =>
      (await database.run(update, hash, former, body, now)) > 0,
    endInvites: async (household) => void (await database.run(end, household)),
    moveAccount: (given) => database.transaction(given.uid, (transaction) => moveAccount(transaction, given)),
    partAccount: (given) => database.transaction(given.uid, (transaction) => partAccount(transaction, given)),
  };
}
