import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../../ports/store.ts';
import type { Connection } from './connection.ts';
import { isConflict } from './errors.ts';

/**
 * READ COMMITTED: each statement sees what was committed before it began, so the one after a lock sees all changes that the
 * lock waited for. A stalled process loses its locks after ten seconds; a wait for a lock ends after five.
 */
export const BEGIN =
  'BEGIN ISOLATION LEVEL READ COMMITTED; ' +
  "SET LOCAL lock_timeout = '5s'; SET LOCAL idle_in_transaction_session_timeout = '10s'; ";

const MAX_ATTEMPTS = 10;
const LONGEST_PAUSE_MS = 200;

/** Runs `work` in one transaction; resolves after COMMIT. If `work` throws, rolls back and rejects with its error. */
export async function inTransaction<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const result = await orRollBack(connection, async () => {
    await connection.command(BEGIN);
    return work();
  });
  await commit(connection);
  return result;
}

/** Commits; `last` are statements of the transaction that were sent and not yet answered. Throws if any of it failed. */
export async function commit(connection: Connection, last?: Promise<unknown>): Promise<void> {
  const [done] = await Promise.all([connection.command('COMMIT'), last]);
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, without an error.
  if (done !== 'COMMIT') throw new Error('a work went on after a statement of it had failed');
}

/** Runs a part of a transaction, and rolls back if it throws. */
export async function orRollBack<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The database rolls back a broken connection by itself; the caller gets the first error.
    if (!connection.isBroken) await connection.command('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Retries after serialization failures and deadlocks; finally throws StoreUnavailable. */
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
