import { setTimeout } from 'node:timers/promises';
import type { ClientBase } from 'pg';

/** Checks, and the ms between two. */
const CHECKS = 10;
const CHECK_MS = 300;

/**
 * A server or command of Framme is connected too, `but` those with this application name. PostgreSQL notices a
 * killed program a moment later.
 */
export async function isInUse(client: ClientBase, but = ''): Promise<boolean> {
  for (let check = 0; check < CHECKS; check += 1) {
    // A transaction lists the connections once.
    await client.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND application_name LIKE 'framme%' AND application_name <> $1`,
      [but],
    );
    if (rows.length === 0) return false;
    await setTimeout(CHECK_MS);
  }
  return true;
}
