import type { DatabaseSync } from 'node:sqlite';
import type { AccountChange, NewPassword, Redeemed, StoredAccount, TicketKind } from '../../sign-in-port.ts';
import { query, write } from '../connection/connection.ts';
import { accountReader } from './accounts.ts';
import { sessionWriter } from './sessions.ts';
import { ticketWriter } from './tickets.ts';

/** Prepares what changes several things of an account at once. */
export function accountChanger(db: DatabaseSync) {
  const { accountByUid } = accountReader(db);
  const { takeTicket } = ticketWriter(db);
  const lives = query(db, 'SELECT 1 FROM sessions WHERE token_hash = ? AND uid = ?');
  const renew = passwordRenewer(db);
  const apply = changeApplier(db);
  return {
    changePassword: (uid: string, session: string, password: NewPassword) =>
      lives.get(session, uid) ? renew(uid, password, session) : undefined,
    redeemTicket(
      kind: TicketKind,
      hash: string,
      now: string,
      decide: (account: StoredAccount) => AccountChange,
    ): Redeemed | undefined {
      const uid = takeTicket(kind, hash, now)?.uid;
      const account = uid == null ? undefined : accountByUid(uid);
      if (!account) return undefined;
      const change = decide(account);
      apply(account.uid, change);
      return { account, ended: change.password ? renew(account.uid, change.password) : [] };
    },
  };
}

/** Out of each: the hashes of the sessions that were ended. */
function passwordRenewer(db: DatabaseSync) {
  const { dropTickets } = ticketWriter(db);
  const { endSessionsOf } = sessionWriter(db);
  const set = write(db, 'UPDATE accounts SET password_hash = ? WHERE uid = ?');
  return (uid: string, { passwordHash, voids }: NewPassword, keep?: string) => {
    set(passwordHash, uid);
    dropTickets(uid, voids);
    return endSessionsOf(uid, { allBut: keep });
  };
}

function changeApplier(db: DatabaseSync) {
  const verify = write(db, 'UPDATE accounts SET email_verified_at = ? WHERE uid = ?');
  const requireNone = write(db, 'UPDATE accounts SET passkey_required_at = NULL WHERE uid = ?');
  const removeAll = write(db, 'DELETE FROM credentials WHERE uid = ? AND kind = ?');
  return (uid: string, { emailVerifiedAt, withoutPasskey, removes = [] }: AccountChange) => {
    for (const kind of removes) removeAll(uid, kind);
    if (withoutPasskey) requireNone(uid);
    if (emailVerifiedAt !== undefined) verify(emailVerifiedAt, uid);
  };
}
