import { randomBytes } from 'node:crypto';
import { type Client, DatabaseError } from 'pg';
import { type Id, makeId } from '#domain/ids.ts';
import { statement } from './connection/connection.ts';

/** The home of a database: what differs in a restored dump, a copied database, another cluster or after a recovery. */
const HOME = [
  "SELECT 'store_epoch'::regclass::oid::text AS part",
  'SELECT oid::text AS part FROM pg_database WHERE datname = current_database()',
  'SELECT system_identifier::text AS part FROM pg_control_system()',
  // The timeline: another one begins when a backup is recovered, or a standby takes over.
  'SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS part',
];

/**
 * Returns the epoch of the database: the id of its history, another one once a backup was restored. To be called at the
 * start and after each lost connection; of several processes the first begins the new epoch.
 */
export async function settleEpoch(client: Client): Promise<Id> {
  const home: string[] = [];
  for (const part of HOME) home.push(await textOf(client, part));
  const { rows } = await client.query<{ epoch: Id }>(
    'UPDATE store_epoch SET epoch = CASE WHEN home = $1 THEN epoch ELSE $2 END, home = $1 RETURNING epoch',
    [home.join('.'), makeId(randomBytes(16))],
  );
  const [row] = rows;
  if (!row) throw new Error('the database has no epoch');
  return row.epoch;
}

/** SQLSTATE of what this PostgreSQL does not tell anybody: no privilege, no such function, not supported, not in this state. */
const UNTOLD: readonly unknown[] = ['42501', '42883', '0A000', '55000'];

/** A part that this PostgreSQL does not tell, as some hosted ones do not, is ''. Throws on any other error, which will pass. */
async function textOf(client: Client, sql: string): Promise<string> {
  try {
    return (await client.query<{ part: string }>(sql)).rows[0]?.part ?? '';
  } catch (error) {
    if (error instanceof DatabaseError && UNTOLD.includes(error.code)) return '';
    throw error;
  }
}

export const leaveHome = statement('leave-home', "UPDATE store_epoch SET home = ''");
