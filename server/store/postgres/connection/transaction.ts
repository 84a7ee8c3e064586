import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../../ports/store.ts';
import type { Connection } from './connection.ts';
import { isConflict } from './errors.ts';

/**
 * READ COMMITTED: a statement after a lock sees all changes that the lock waited for. A stalled process loses
 * its locks after ten seconds.
 */
export const BEGIN =
  'BEGIN ISOLATION LEVEL READ COMMITTED; ' +
  "SET LOCAL lock_timeout = '5s'; SET LOCAL idle_in_transaction_session_timeout = '10s'; ";

const MAX_ATTEMPTS = 10;
const LONGEST_PAUSE_MS = 200;

/** Resolves after COMMIT; rolls back if `work` throws. */
export async function inTransaction<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const result = await orRollBack(connection, async () => {
    await connection.command(BEGIN);
    return work();
  });
  await commit(connection);
  return result;
}

/** `last`: statements sent and not yet answered. Throws if any failed. */
export async function commit(connection: Connection, last?: Promise<unknown>): Promise<void> {
  const [done] = await Promise.all([connection.command('COMMIT'), last]);
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, without an error.
  if (done !== 'COMMIT') throw new Error('a work went on after a statement of it had failed');
}

export async function orRollBack<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The database rolls back a broken connection itself; the caller gets the first error.
    if (!connection.isBroken) await connection.command('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** After serialization failures and deadlocks; finally throws StoreUnavailable. */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new StoreUnavailable('too many conflicts', { cause: error });
      await pause(Math.random() * Math.min(5 * 2 ** attempt, LONGEST_PAUSE_MS));
    }
  }
}
