import type { FoundTicket, ListedTicket, Ticket, TicketKind } from '../../sign-in-port.ts';
import { statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

const FOUND = 'uid, body, expires_at AS "expiresAt"';

// The lock waits for whoever is deleting the account.
const insert = statement(
  'put-ticket',
  `INSERT INTO tickets (kind, hash, uid, body, expires_at) SELECT $1, $2, $3, $4, $5
   WHERE $3::text IS NULL OR EXISTS (SELECT FROM accounts WHERE uid = $3 FOR KEY SHARE)`,
);
export const find = statement<FoundTicket>(
  'ticket',
  `SELECT ${FOUND} FROM tickets WHERE kind = $1 AND hash = $2 AND expires_at > $3`,
);
const list = statement<ListedTicket>(
  'tickets-of',
  `SELECT kind, body, expires_at AS "expiresAt" FROM tickets
   WHERE uid = $1 AND kind = ANY ($2) AND expires_at > $3 ORDER BY expires_at DESC, hash`,
);
export const take = statement<FoundTicket>(
  'take-ticket',
  `DELETE FROM tickets WHERE kind = $1 AND hash = $2 AND expires_at > $3 RETURNING ${FOUND}`,
);
export const drop = statement('drop-tickets', 'DELETE FROM tickets WHERE uid = $1 AND kind = ANY ($2)');

/** The part of a store that knows tickets. */
export function ticketsOn(connections: Connections) {
  return {
    putTicket: async ({ kind, hash, uid, body, expiresAt }: Ticket) =>
      void (await connections.query(insert, kind, hash, uid, body, expiresAt)),
    ticket: async (kind: TicketKind, hash: string, now: string) =>
      (await connections.query(find, kind, hash, now))[0],
    takeTicket: async (kind: TicketKind, hash: string, now: string) =>
      (await connections.query(take, kind, hash, now))[0],
    ticketsOf: (uid: string, kinds: readonly TicketKind[], now: string) =>
      connections.query(list, uid, kinds, now),
    dropTickets: async (uid: string, kinds: readonly TicketKind[]) =>
      void (await connections.query(drop, uid, kinds)),
  };
}
