import type { Id } from '#domain/ids.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import { NoSuchHousehold } from '../../port.ts';
import type { SyncState, Transaction } from '../../ports/households.ts';
import { setEmail } from '../auth/accounts.ts';
import { consumeToken } from '../auth/one-time-tokens.ts';
import { type Connection, statement } from '../connection/connection.ts';
import { load } from './load.ts';
import { closedBefore } from './retention.ts';
import { save } from './save.ts';

// A statement of its own: other columns that a locking statement reads are as they were before the wait for the lock.
const lock = statement<{ version: number }>(
  'lock-household',
  'SELECT version FROM households WHERE id = $1 FOR UPDATE',
);

const syncState = statement<{ lastSequence: number; op: Id | null; outcome: string }>(
  'sync-state',
  `SELECT device.last_sequence AS "lastSequence", o.op, o.outcome
   FROM (SELECT coalesce(max(last_sequence), 0) AS last_sequence FROM devices WHERE household = $1 AND device = $2) device
   LEFT JOIN outcomes o ON o.household = $1 AND o.op = ANY ($3)`,
);

/** Locks a household until the connection's transaction ends. Returns the calls of a transaction, bound to it. */
export async function lockHousehold(connection: Connection, household: Id): Promise<Transaction> {
  const [locked] = await connection.query(lock, household);
  if (!locked) throw new NoSuchHousehold();
  return {
    begin: (device, ops) => readState(connection, household, locked.version, device, ops),
    load: (reads) => load(connection, household, reads),
    closedBefore: (start, after, limit) => closedBefore(connection, household, start, after, limit),
    setEmail: (uid, email) => setEmail(connection, household, uid, email),
    consumeOneTimeToken: async (kind, hash, now) =>
      (await connection.query(consumeToken, kind, hash, now))[0],
    save: (batch) => save(connection, household, batch),
  };
}

async function readState(
  connection: Connection,
  household: Id,
  version: number,
  device: Id,
  ops: readonly Id[],
): Promise<SyncState> {
  const rows = await connection.query(syncState, household, device, ops);
  const outcomes = new Map<Id, Outcome>();
  for (const { op, outcome } of rows) if (op !== null) outcomes.set(op, JSON.parse(outcome));
  return { version, lastSequence: rows[0]?.lastSequence ?? 0, outcomes };
}
