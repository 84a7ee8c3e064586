import type { Id } from '#domain/ids.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import { NoSuchHousehold, type Standing, type Transaction } from '../../port.ts';
import { setEmail } from '../auth/accounts.ts';
import { take } from '../auth/tickets.ts';
import { type Connection, statement } from '../connection/connection.ts';
import { closedBefore } from './keeping.ts';
import { load } from './load.ts';
import { save } from './save.ts';

// A statement of its own: what one statement reads beside a lock, it reads as it stood before the wait for the lock.
const lock = statement<{ version: number }>(
  'lock-household',
  'SELECT version FROM households WHERE id = $1 FOR UPDATE',
);

const standing = statement<{ lastSequence: number; op: Id | null; outcome: string }>(
  'standing',
  `SELECT device.last_sequence AS "lastSequence", o.op, o.outcome
   FROM (SELECT coalesce(max(last_sequence), 0) AS last_sequence FROM devices WHERE household = $1 AND device = $2) device
   LEFT JOIN outcomes o ON o.household = $1 AND o.op = ANY ($3)`,
);

/** Locks a household until the connection's transaction ends. Out: the calls of a transaction, bound to it. */
export async function lockHousehold(connection: Connection, household: Id): Promise<Transaction> {
  const [locked] = await connection.query(lock, household);
  if (!locked) throw new NoSuchHousehold();
  return {
    begin: (device, ops) => stand(connection, household, locked.version, device, ops),
    load: (reads) => load(connection, household, reads),
    closedBefore: (start, after, limit) => closedBefore(connection, household, start, after, limit),
    setEmail: (uid, email) => setEmail(connection, household, uid, email),
    takeTicket: async (kind, hash, now) => (await connection.query(take, kind, hash, now))[0],
    save: (batch) => save(connection, household, batch),
  };
}

async function stand(
  connection: Connection,
  household: Id,
  version: number,
  device: Id,
  ops: readonly Id[],
): Promise<Standing> {
  const rows = await connection.query(standing, household, device, ops);
  const outcomes = new Map<Id, Outcome>();
  for (const { op, outcome } of rows) if (op !== null) outcomes.set(op, JSON.parse(outcome));
  return { version, lastSequence: rows[0]?.lastSequence ?? 0, outcomes };
}
