import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { lockHouseholds, makeHousehold, writeProfile } from '../households/make-household.ts';
import { NUMBER } from '../households/stored-rows.ts';
import { type Database, type Queries, sql } from '../shared/queries.ts';
import { lockAccount } from './accounts.ts';
import { type OneTimeToken, revokeTokens } from './one-time-tokens.ts';
import { leaveHousehold } from './register-and-delete.ts';
import { endOtherSessions } from './sessions.ts';

export interface StoredParent {
  uid: Id;
  email: string;
  profile: Profile;
}

interface HouseholdContents {
  children: number;
  visits: number;
  parents: number;
}

interface StoredInvite {
  hash: string;
  uid: Id;
  body: string;
  expiresAt: string;
}

interface NewInvite extends Omit<OneTimeToken, 'kind' | 'uid'> {
  uid: Id;
  now: string;
}

type PutInvite = 'put' | 'again' | 'open' | 'full' | 'elsewhere' | 'given';

interface Changing {
  uid: Id;
  /** 'elsewhere' if the account is not in it. */
  from: Id;
  /** The hash of the session that stays. */
  session: string | undefined;
  now: string;
  profile: (profile: Profile) => Profile;
}

export interface Move extends Changing {
  to: Id;
  /** 'expired' if it changed since, or its inviter is not in `to`. */
  invite: { hash: string; body: string };
  most: number;
  /** The parent was shown this; 'last' if nobody stays. */
  othersStay: boolean;
}

interface Leaving extends Changing {
  to: Id;
  /** Children, people and visits at their paths and versions, without links and outcomes. */
  copy: boolean;
  /** Otherwise the account's links end with the move. */
  keepLinks: boolean;
}

interface Moved {
  /** Hashes of the ended sessions, remembered as 'session-ended'. */
  ended: string[];
}

const KIND = 'parent-invite';

const parentsOf = sql<{ uid: Id; email: string; body: string }>(
  `SELECT uid, email, people.body FROM accounts JOIN households ON households.id = accounts.household
   JOIN people ON people.household = number AND path = 'profiles/' || uid AND body IS NOT NULL
   WHERE accounts.household = $1 ORDER BY coalesce(body::json ->> 'joinedAt', '') COLLATE "C", uid`,
  { ' COLLATE "C"': '' },
);
const contentsOf = sql<HouseholdContents>(
  `SELECT json_array_length(sizes::json) AS children,
     (SELECT count(*) FROM visits /*+ INDEXED BY visits_by_version */ WHERE household = households.number AND body IS NOT NULL
        AND 'children/' || child NOT IN (SELECT path FROM purges WHERE purges.household = households.number)) AS visits,
     (SELECT count(*) FROM accounts WHERE household = households.id) AS parents
   FROM households WHERE id = $1`,
);
const profileOf = sql<{ body: string }>(
  `SELECT body FROM people WHERE household = ${NUMBER} AND path = 'profiles/' || $2 AND body IS NOT NULL`,
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

/** Households first, then the account; true if it is in `from`. */
async function lockAll(transaction: Queries, uid: string, from: string, to?: string): Promise<boolean> {
  await lockHouseholds(transaction, to === undefined ? [from] : [from, to]);
  return (await lockAccount(transaction, uid))?.household === from;
}

async function putInvite(
  transaction: Queries,
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

/** Needs a locked account; ends its own invitations and other sessions. */
async function go(
  transaction: Queries,
  { uid, from, to, session, now, profile, keepLinks = false }: Changing & { to: Id; keepLinks?: boolean },
): Promise<Moved> {
  const stored = await transaction.one(profileOf, from, uid);
  if (!stored) throw new Error('an account without a profile cannot move');
  await transaction.run(move, uid, to);
  await revokeTokens(transaction, uid, [KIND]);
  await writeProfile(transaction, to, uid, now, profile(JSON.parse(stored.body)));
  await leaveHousehold(transaction, from, uid, now, keepLinks);
  return { ended: await endOtherSessions(transaction, uid, session) };
}

async function moveAccount(transaction: Queries, given: Move) {
  const { uid, from, to, invite, most, othersStay, now } = given;
  if (from === to || !(await lockAll(transaction, uid, from, to))) return 'elsewhere';
  if ((await countOf(transaction, to)) >= most) return 'full';
  if (othersStay && (await countOf(transaction, from)) === 1) return 'last';
  const used = await transaction.run(use, invite.hash, invite.body, now, to);
  return used > 0 ? go(transaction, given) : 'expired';
}

async function moveToNewHousehold(transaction: Queries, given: Leaving) {
  const { uid, from, to, copy } = given;
  if (!(await lockAll(transaction, uid, from))) return 'elsewhere';
  if ((await countOf(transaction, from)) === 1) return 'last';
  await makeHousehold(transaction, to, copy ? from : undefined);
  return go(transaction, given);
}

export type ParentStore = ReturnType<typeof parentCalls>;

/**
 * Each call is one transaction. Lock order everywhere, against deadlocks: households by id, the account, its
 * one-time tokens.
 */
export function parentCalls(database: Database) {
  return {
    /** The first parent first. */
    parentsOf: async (household: Id): Promise<StoredParent[]> => {
      const rows = await database.all(parentsOf, household);
      return rows.map(({ body, ...parent }) => ({ ...parent, profile: JSON.parse(body) }));
    },
    /** Counts what a deletion would remove. */
    contentsOf: async (household: Id) =>
      (await database.one(contentsOf, household)) ?? { children: 0, visits: 0, parents: 0 },
    openInvite: (household: Id, now: string) => database.one(open, household, now),
    /**
     * 'open': another one is open. 'again': this one. 'full': `most` parents. 'elsewhere': the account is of
     * another household. 'given': the hash was used before.
     */
    putInvite: (household: Id, invite: NewInvite, most: number) =>
      database.transaction(invite.uid, (transaction) => putInvite(transaction, household, invite, most)),
    /** Compare-and-swap of the body. */
    updateInvite: async (hash: string, previous: string, body: string, now: string) =>
      (await database.run(update, hash, previous, body, now)) > 0,
    endInvites: async (household: Id) => void (await database.run(end, household)),
    /**
     * Uses up the invitation. The previous household loses the profile through the feed, or is deleted if
     * nobody stays.
     */
    moveAccount: (given: Move) =>
      database.transaction(given.uid, (transaction) => moveAccount(transaction, given)),
    /** Into a new household. 'last': nobody else is in the previous one. */
    moveToNewHousehold: (given: Leaving) =>
      database.transaction(given.uid, (transaction) => moveToNewHousehold(transaction, given)),
  };
}
