import type { DatabaseSync } from 'node:sqlite';
import type { FoundTicket, ListedTicket, Ticket, TicketKind } from '../../sign-in-port.ts';
import { query, write } from '../connection/connection.ts';

const FOUND = 'uid, body, expires_at AS expiresAt';

/** Prepares what makes tickets and uses them up. */
export function ticketWriter(db: DatabaseSync) {
  const insert = write(
    db,
    `INSERT INTO tickets (kind, hash, uid, body, expires_at) SELECT ?1, ?2, ?3, ?4, ?5
     WHERE ?3 IS NULL OR EXISTS (SELECT 1 FROM accounts WHERE uid = ?3)`,
  );
  const take = query<FoundTicket>(
    db,
    `DELETE FROM tickets WHERE kind = ? AND hash = ? AND expires_at > ? RETURNING ${FOUND}`,
  );
  const drop = write(db, 'DELETE FROM tickets WHERE uid = ? AND kind IN (SELECT value FROM json_each(?))');
  return {
    putTicket: ({ kind, hash, uid, body, expiresAt }: Ticket) =>
      void insert(kind, hash, uid, body, expiresAt),
    takeTicket: (kind: TicketKind, hash: string, now: string) => take.get(kind, hash, now),
    dropTickets: (uid: string, kinds: readonly TicketKind[]) => void drop(uid, JSON.stringify(kinds)),
  };
}

/** Prepares looking at tickets. */
export function ticketReader(db: DatabaseSync) {
  const find = query<FoundTicket>(
    db,
    `SELECT ${FOUND} FROM tickets WHERE kind = ? AND hash = ? AND expires_at > ?`,
  );
  const list = query<ListedTicket>(
    db,
    `SELECT kind, body, expires_at AS expiresAt FROM tickets
     WHERE uid = ? AND kind IN (SELECT value FROM json_each(?)) AND expires_at > ? ORDER BY expires_at DESC, hash`,
  );
  return {
    ticket: (kind: TicketKind, hash: string, now: string) => find.get(kind, hash, now),
    ticketsOf: (uid: string, kinds: readonly TicketKind[], now: string) =>
      list.all(uid, JSON.stringify(kinds), now),
  };
}
