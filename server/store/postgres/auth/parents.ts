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
} from '../../ports/parents.ts';
import { type Connection, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import { makeHousehold } from '../household/copy.ts';
import { lockHouseholds, writeProfile } from '../household/profile-writer.ts';
import { leaveHousehold, lockedAccount } from './accounts.ts';
import { endOtherSessions } from './ended-sessions.ts';
import { revokeTokens } from './one-time-tokens.ts';

const KIND = 'parent-invite';

const parents = statement<{ uid: string; email: string; body: string }>(
  'parents-of',
  `SELECT a.uid, a.email, d.body FROM accounts a
   JOIN documents d ON d.household = a.household AND d.path = 'profiles/' || a.uid AND d.body IS NOT NULL
   WHERE a.household = $1 ORDER BY coalesce(d.body::json ->> 'joinedAt', '') COLLATE "C", a.uid`,
);
const contents = statement<HouseholdContents>(
  'contents-of',
  `SELECT json_array_length(sizes::json) AS children,
     (SELECT count(*) FROM documents d WHERE d.household = households.id AND start > ''
        AND NOT EXISTS (SELECT FROM purges p WHERE p.household = d.household
          AND d.path > p.path || '/' AND d.path < p.path || '0')) AS visits,
     (SELECT count(*) FROM accounts WHERE household = households.id) AS parents
   FROM households WHERE id = $1`,
);
const open = statement<StoredInvite>(
  'open-invite',
  `SELECT hash, uid, body, expires_at AS "expiresAt" FROM tickets JOIN accounts USING (uid)
   WHERE household = $1 AND kind = '${KIND}' AND expires_at > $2 ORDER BY expires_at DESC, hash LIMIT 1`,
);
const count = statement<{ count: number }>(
  'count-parents',
  'SELECT count(*) FROM accounts WHERE household = $1',
);
const claim = statement<{ hash: string }>(
  'claim-hash',
  'INSERT INTO visit_links (hash) VALUES ($1) ON CONFLICT DO NOTHING RETURNING hash',
);
const insert = statement<{ hash: string }>(
  'put-invite',
  `INSERT INTO tickets (kind, hash, uid, body, expires_at) VALUES ('${KIND}', $1, $2, $3, $4)
   ON CONFLICT DO NOTHING RETURNING hash`,
);
const update = statement<{ hash: string }>(
  'update-invite',
  `UPDATE tickets SET body = $3 WHERE kind = '${KIND}' AND hash = $1 AND body = $2 AND expires_at > $4 RETURNING hash`,
);
const end = statement(
  'end-invites',
  `DELETE FROM tickets WHERE kind = '${KIND}' AND uid IN (SELECT uid FROM accounts WHERE household = $1)`,
);
const use = statement<{ hash: string }>(
  'use-invite',
  `DELETE FROM tickets WHERE kind = '${KIND}' AND hash = $1 AND body = $2 AND expires_at > $3
   AND uid IN (SELECT uid FROM accounts WHERE household = $4) RETURNING hash`,
);
const profileOf = statement<{ body: string }>(
  'profile-of',
  `SELECT body FROM documents WHERE household = $1 AND path = 'profiles/' || $2 AND body IS NOT NULL`,
);
const move = statement('move-account', 'UPDATE accounts SET household = $2 WHERE uid = $1');

async function countOf(connection: Connection, household: string): Promise<number> {
  return (await connection.query(count, household))[0]?.count ?? 0;
}

/** Locks the households, then the account. Returns true if the account is in `from`. */
async function lockAll(connection: Connection, uid: string, from: string, to?: string): Promise<boolean> {
  await lockHouseholds(connection, to === undefined ? [from] : [from, to]);
  return (await lockedAccount(connection, uid))?.household === from;
}

/** Moves a locked account with its profile; its own invitations and other sessions end. */
async function go(
  connection: Connection,
  { uid, from, to, session, now, profile, keepLinks = false }: Changing & { to: Id; keepLinks?: boolean },
): Promise<Moved> {
  const [stored] = await connection.query(profileOf, from, uid);
  if (!stored) throw new Error('an account without a profile cannot move');
  await connection.query(move, uid, to);
  await connection.query(revokeTokens, uid, [KIND]);
  await writeProfile(connection, to, uid, now, profile(JSON.parse(stored.body) as Profile));
  await leaveHousehold(connection, from, uid, now, keepLinks);
  return { ended: await endOtherSessions(connection, uid, session) };
}

async function putInvite(
  connection: Connection,
  household: string,
  { hash, uid, body, expiresAt, now }: NewInvite,
  most: number,
): Promise<PutInvite> {
  if (!(await lockAll(connection, uid, household))) return 'elsewhere';
  const [found] = await connection.query(open, household, now);
  if (found) return found.hash === hash ? 'again' : 'open';
  if ((await countOf(connection, household)) >= most) return 'full';
  const claimed = await connection.query(claim, hash);
  const put = claimed.length > 0 ? await connection.query(insert, hash, uid, body, expiresAt) : [];
  return put.length > 0 ? 'put' : 'given';
}

async function moveAccount(connection: Connection, given: Move) {
  const { uid, from, to, invite, most, othersStay, now } = given;
  if (from === to || !(await lockAll(connection, uid, from, to))) return 'elsewhere';
  if ((await countOf(connection, to)) >= most) return 'full';
  if (othersStay && (await countOf(connection, from)) === 1) return 'last';
  const used = await connection.query(use, invite.hash, invite.body, now, to);
  return used.length > 0 ? go(connection, given) : 'expired';
}

async function partAccount(connection: Connection, given: Part) {
  const { uid, from, to, copy } = given;
  if (!(await lockAll(connection, uid, from))) return 'elsewhere';
  if ((await countOf(connection, from)) === 1) return 'last';
  await makeHousehold(connection, to, copy ? from : undefined);
  return go(connection, given);
}

/** The store's calls for the parents of households. */
export function parentCalls(connections: Connections): ParentStore {
  return {
    parentsOf: async (household) =>
      (await connections.query(parents, household)).map(({ body, ...parent }) => ({
        ...parent,
        profile: JSON.parse(body) as Profile,
      })),
    contentsOf: async (household) =>
      (await connections.query(contents, household))[0] ?? { children: 0, visits: 0, parents: 0 },
    openInvite: async (household, now) => (await connections.query(open, household, now))[0],
    putInvite: (household, invite, most) =>
      connections.transaction(invite.uid, (connection) => putInvite(connection, household, invite, most)),
    updateInvite: async (hash, former, body, now) =>
      (await connections.query(update, hash, former, body, now)).length > 0,
    endInvites: async (household) => void (await connections.query(end, household)),
    moveAccount: (given) =>
      connections.transaction(given.uid, (connection) => moveAccount(connection, given)),
    partAccount: (given) =>
      connections.transaction(given.uid, (connection) => partAccount(connection, given)),
  };
}
