import { statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

const purge = statement(
  'purge-expired',
  `WITH ended_sessions AS (DELETE FROM sessions WHERE expires_at <= $1),
     ended_tickets AS (DELETE FROM tickets WHERE expires_at <= $1)
   DELETE FROM attempts WHERE full_at <= $2`,
);

/** Deletes expired sessions, one-time tokens and rate limits. */
export async function purgeExpired(connections: Connections, now: string): Promise<void> {
  await connections.query(purge, now, Date.parse(now));
}
