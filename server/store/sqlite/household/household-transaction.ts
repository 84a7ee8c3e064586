import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import { NoSuchHousehold, type Standing, type Transaction } from '../../port.ts';
import { emailSetter } from '../auth/accounts.ts';
import { ticketWriter } from '../auth/tickets.ts';
import { query } from '../connection/connection.ts';
import { closedVisits } from './keeping.ts';
import { loader } from './load.ts';
import { batchWriter } from './save.ts';

/** Prepares transactions on one connection. Out: the calls of a transaction, bound to a household. */
export function transactions(db: DatabaseSync): (household: Id) => Transaction {
  const stand = standings(db);
  const load = loader(db);
  const save = batchWriter(db);
  const closed = closedVisits(db);
  const setEmail = emailSetter(db);
  const { takeTicket } = ticketWriter(db);
  return (household) => ({
    begin: async (device, ops) => stand(household, device, ops),
    load: async (reads) => load(household, reads),
    closedBefore: async (start, after, limit) => closed(household, start, after, limit),
    setEmail: async (uid, email) => setEmail(household, uid, email),
    takeTicket: async (kind, hash, now) => takeTicket(kind, hash, now),
    save: async (batch) => save(household, batch),
  });
}

function standings(db: DatabaseSync): (household: Id, device: Id, ops: readonly Id[]) => Standing {
  const standing = query<{ version: number; lastSequence: number }>(
    db,
    `SELECT version, coalesce(last_sequence, 0) AS lastSequence FROM households
     LEFT JOIN devices ON devices.household = households.id AND device = ? WHERE id = ?`,
  );
  const known = query<{ op: Id; outcome: string }>(
    db,
    'SELECT op, outcome FROM outcomes WHERE household = ? AND op IN (SELECT value FROM json_each(?))',
  );
  return (household, device, ops) => {
    const stands = standing.get(device, household);
    if (!stands) throw new NoSuchHousehold();
    const rows = known.all(household, JSON.stringify(ops));
    return { ...stands, outcomes: new Map(rows.map((row) => [row.op, JSON.parse(row.outcome) as Outcome])) };
  };
}
