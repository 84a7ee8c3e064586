import type { DatabaseSync } from 'node:sqlite';
import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type {
  Changing,
  Move,
  Moved,
  NewInvite,
  Part,
  PutInvite,
  StoredInvite,
  StoredParent,
} from '../../ports/parents.ts';
import { query, write } from '../connection/connection.ts';
import { householdMaker } from '../household/copy.ts';
import { profileWriter } from '../household/profile-writer.ts';
import { householdLeaver } from './accounts.ts';
import { sessionEnder } from './ended-sessions.ts';

/** Those of a household's accounts; the latest first. */
const INVITES = `SELECT hash, uid, body, expires_at AS expiresAt FROM tickets JOIN accounts USING (uid)
  WHERE household = ? AND kind = 'parent-invite' AND expires_at > ? ORDER BY expires_at DESC, hash LIMIT 1`;

const PROFILE = `SELECT people.body FROM people JOIN households ON number = people.household
  WHERE id = ? AND path = 'profiles/' || ? AND body IS NOT NULL`;

/** Prepares the calls that read the parents of a household. */
export function parentReader(db: DatabaseSync) {
  const parents = query<{ uid: string; email: string; body: string }>(
    db,
    `SELECT uid, email, people.body FROM accounts JOIN households ON households.id = accounts.household
     JOIN people ON people.household = number AND path = 'profiles/' || uid AND body IS NOT NULL
     WHERE accounts.household = ? ORDER BY coalesce(body ->> '$.joinedAt', ''), uid`,
  );
  const contents = query<{ children: number; visits: number; parents: number }>(
    db,
    `SELECT json_array_length(sizes) AS children,
       (SELECT count(*) FROM visits INDEXED BY visits_past WHERE household = households.number AND open = 0)
         + (SELECT count(*) FROM visits INDEXED BY visits_open WHERE household = households.number AND open = 1)
         - (SELECT count(*) FROM purges p CROSS JOIN visits v INDEXED BY visits_by_visitor ON v.household = p.household
              AND v.visitor > p.path || '/' AND v.visitor < p.path || '0'
            WHERE p.household = households.number) AS visits,
       (SELECT count(*) FROM accounts WHERE household = households.id) AS parents
     FROM households WHERE id = ?`,
  );
  const invite = query<StoredInvite>(db, INVITES);
  return {
    parentsOf: (household: string): StoredParent[] =>
      parents.all(household).map(({ body, ...parent }) => ({ ...parent, profile: JSON.parse(body) })),
    contentsOf: (household: string) => contents.get(household) ?? { children: 0, visits: 0, parents: 0 },
    openInvite: (household: string, now: string) => invite.get(household, now),
  };
}

/** Prepares the calls that change invitations, and those that move accounts between households. */
export function parentWriter(db: DatabaseSync) {
  const isIn = query(db, 'SELECT 1 FROM accounts WHERE uid = ? AND household = ?');
  const parents = query<{ count: number }>(db, 'SELECT count(*) AS count FROM accounts WHERE household = ?');
  const countOf = (household: string) => parents.get(household)?.count ?? 0;
  const invite = query<StoredInvite>(db, INVITES);
  const insert = write(
    db,
    `INSERT INTO tickets (kind, hash, uid, body, expires_at) VALUES ('parent-invite', ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const claim = write(db, 'INSERT INTO visit_links (hash) VALUES (?) ON CONFLICT DO NOTHING');
  const update = write(
    db,
    `UPDATE tickets SET body = ?3 WHERE kind = 'parent-invite' AND hash = ?1 AND body = ?2 AND expires_at > ?4`,
  );
  const end = write(
    db,
    `DELETE FROM tickets WHERE kind = 'parent-invite' AND uid IN (SELECT uid FROM accounts WHERE household = ?)`,
  );
  const use = write(
    db,
    `DELETE FROM tickets WHERE kind = 'parent-invite' AND hash = ? AND body = ? AND expires_at > ?
     AND uid IN (SELECT uid FROM accounts WHERE household = ?)`,
  );
  const go = accountMover(db);
  const make = householdMaker(db);
  return {
    putInvite(household: string, { hash, uid, body, expiresAt, now }: NewInvite, most: number): PutInvite {
      if (!isIn.get(uid, household)) return 'elsewhere';
      const open = invite.get(household, now);
      if (open?.hash === hash) return 'again';
      if (open) return 'open';
      if (countOf(household) >= most) return 'full';
      const isNew = claim(hash) > 0 && insert(hash, uid, body, expiresAt) > 0;
      return isNew ? 'put' : 'given';
    },
    updateInvite: (hash: string, former: string, body: string, now: string) =>
      update(hash, former, body, now) > 0,
    endInvites: (household: string) => void end(household),
    moveAccount(move: Move): Moved | 'elsewhere' | 'expired' | 'full' | 'last' {
      const { uid, from, to, invite: asked, most, othersStay, now } = move;
      if (from === to || !isIn.get(uid, from)) return 'elsewhere';
      if (countOf(to) >= most) return 'full';
      if (othersStay && countOf(from) === 1) return 'last';
      return use(asked.hash, asked.body, now, to) > 0 ? go(move) : 'expired';
    },
    partAccount(part: Part): Moved | 'elsewhere' | 'last' {
      const { uid, from, to, copy } = part;
      if (!isIn.get(uid, from)) return 'elsewhere';
      if (countOf(from) === 1) return 'last';
      make(to, copy ? from : undefined);
      return go(part);
    },
  };
}

/** Prepares the move of an account with its profile; its own invitations and other sessions end. */
function accountMover(db: DatabaseSync): (move: Changing & { to: Id; keepLinks?: boolean }) => Moved {
  const profileOf = query<{ body: string }>(db, PROFILE);
  const move = write(db, 'UPDATE accounts SET household = ? WHERE uid = ?');
  const revoke = write(db, "DELETE FROM tickets WHERE kind = 'parent-invite' AND uid = ?");
  const writeProfile = profileWriter(db);
  const leave = householdLeaver(db);
  const { endSessionsOf } = sessionEnder(db);
  return ({ uid, from, to, session, now, profile, keepLinks = false }) => {
    const stored = profileOf.get(from, uid);
    if (!stored) throw new Error('an account without a profile cannot move');
    move(to, uid);
    revoke(uid);
    writeProfile(to, uid, now, profile(JSON.parse(stored.body) as Profile));
    leave(from, uid, now, keepLinks);
    return { ended: endSessionsOf(uid, { allBut: session }) };
  };
}
