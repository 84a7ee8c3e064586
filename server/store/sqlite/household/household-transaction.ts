import type { DatabaseSync } from 'node:sqlite';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import type { Id } from '#domain/ids.ts';
import { changeAccount } from '../../auth/account-changes.ts';
import { setEmail } from '../../auth/accounts.ts';
import { consumeToken, putToken } from '../../auth/one-time-tokens.ts';
import type { Transaction } from '../../ports/households.ts';
import { NoSuchHousehold } from '../../ports/store.ts';
import { closedBefore } from '../../shared/household-calls.ts';
import type { Queries } from '../../shared/queries.ts';
import { type HouseholdRow, householdReader, outcomeReader, sequenceOf } from './household-row.ts';
import { loader } from './load.ts';
import { restoreLogReader } from './restore-log.ts';
import { batchWriter } from './save.ts';

/** Prepares transactions on one connection. Returns a function that binds a transaction's calls to a household. */
export function transactions(db: DatabaseSync, queries: Queries): (household: Id) => Transaction {
  const read = householdReader(db);
  const outcomesOf = outcomeReader(db);
  const load = loader(db);
  const save = batchWriter(db);
  const readLog = restoreLogReader(db);
  return (household) => {
    let row: HouseholdRow | undefined;
    const locked = () => {
      row ??= read(household);
      if (!row) throw new NoSuchHousehold();
      return row;
    };
    return {
      async begin(device, ops) {
        const { number, version, devices, sizes } = locked();
        return {
          version,
          lastSequence: sequenceOf(devices, device),
          outcomes: outcomesOf(number, ops),
          sizes: HouseholdSizes.parse(sizes),
        };
      },
      load: async (reads) => load(locked().number, reads),
      restoreLog: async (children) => readLog(locked().number, children),
      closedBefore: async (start, after, limit) => closedBefore(queries, locked().id, start, after, limit),
      setEmail: (uid, email, now) => setEmail(queries, household, uid, email, now),
      changeAccount: (uid, decide) => changeAccount(queries, uid, decide),
      consumeOneTimeToken: (kind, hash, now) => consumeToken(queries, kind, hash, now),
      putOneTimeToken: (token) => putToken(queries, token),
      async save(batch) {
        row = save(locked(), batch);
      },
    };
  };
}
