import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import { NoSuchHousehold } from '../../port.ts';
import type { SyncState, Transaction } from '../../ports/households.ts';
import { emailSetter } from '../auth/accounts.ts';
import { oneTimeTokenWriter } from '../auth/one-time-tokens.ts';
import { query } from '../connection/connection.ts';
import { loader } from './load.ts';
import { closedVisitReader } from './retention.ts';
import { batchWriter } from './save.ts';

/** Prepares transactions on one connection. Returns a function that binds a transaction's calls to a household. */
export function transactions(db: DatabaseSync): (household: Id) => Transaction {
  const readState = syncStateReader(db);
  const load = loader(db);
  const save = batchWriter(db);
  const closed = closedVisitReader(db);
  const setEmail = emailSetter(db);
  const { consumeOneTimeToken } = oneTimeTokenWriter(db);
  return (household) => ({
    begin: async (device, ops) => readState(household, device, ops),
    load: async (reads) => load(household, reads),
    closedBefore: async (start, after, limit) => closed(household, start, after, limit),
    setEmail: async (uid, email) => setEmail(household, uid, email),
    consumeOneTimeToken: async (kind, hash, now) => consumeOneTimeToken(kind, hash, now),
    save: async (batch) => save(household, batch),
  });
}

function syncStateReader(db: DatabaseSync): (household: Id, device: Id, ops: readonly Id[]) => SyncState {
  const state = query<{ version: number; lastSequence: number }>(
    db,
    `SELECT version, coalesce(last_sequence, 0) AS lastSequence FROM households
     LEFT JOIN devices ON devices.household = households.id AND device = ? WHERE id = ?`,
  );
  const known = query<{ op: Id; outcome: string }>(
    db,
    'SELECT op, outcome FROM outcomes WHERE household = ? AND op IN (SELECT value FROM json_each(?))',
  );
  return (household, device, ops) => {
    const found = state.get(device, household);
    if (!found) throw new NoSuchHousehold();
    const rows = known.all(household, JSON.stringify(ops));
    return { ...found, outcomes: new Map(rows.map((row) => [row.op, JSON.parse(row.outcome) as Outcome])) };
  };
}
