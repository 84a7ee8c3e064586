import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../../port.ts';
import type { Connection } from './connection.ts';
import { isConflict } from './errors.ts';

/**
 * Each statement sees what was committed before it began: so the one after a lock sees all that the lock waited for.
 * An app that stalls loses its locks after ten seconds, and nobody waits longer than five for one.
 */
const BEGIN =
  'BEGIN ISOLATION LEVEL READ COMMITTED; ' +
  "SET LOCAL lock_timeout = '5s'; SET LOCAL idle_in_transaction_session_timeout = '10s'";

const ATTEMPTS = 10;
const LONGEST_PAUSE_MS = 200;

/** Runs `work` in one transaction; resolves after COMMIT. A throw of `work` undoes all and reaches the caller. */
export async function inTransaction<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  await connection.command(BEGIN);
  const result = await orUndo(connection, work);
  // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and without an error.
  const done = await connection.command('COMMIT');
  if (done !== 'COMMIT') throw new Error('a work went on after a statement of it had failed');
  return result;
}

async function orUndo<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Of a broken connection the database undoes by itself; what matters to the caller is the first error.
    if (!connection.isBroken) await connection.command('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Runs again what the database gave up in favour of another transaction; at last it is StoreUnavailable. */
export async function retrying<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === ATTEMPTS) throw new StoreUnavailable('too many conflicts', { cause: error });
      await pause(Math.random() * Math.min(5 * 2 ** attempt, LONGEST_PAUSE_MS));
    }
  }
}
