import type { DatabaseSync } from 'node:sqlite';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import type { Id } from '#domain/ids.ts';
import { NoSuchHousehold } from '../../port.ts';
import type { Transaction } from '../../ports/households.ts';
import { householdAccountChanger } from '../auth/account-changes.ts';
import { emailSetter } from '../auth/accounts.ts';
import { oneTimeTokenWriter } from '../auth/one-time-tokens.ts';
import { type HouseholdRow, householdReader, sequenceOf } from './household-row.ts';
import { loader } from './load.ts';
import { outcomeReader } from './outcomes.ts';
import { restoreLogReader } from './restore-log.ts';
import { closedVisitReader } from './retention.ts';
import { batchWriter } from './save.ts';

/** Prepares transactions on one connection. Returns a function that binds a transaction's calls to a household. */
export function transactions(db: DatabaseSync): (household: Id) => Transaction {
  const read = householdReader(db);
  const outcomesOf = outcomeReader(db);
  const load = loader(db);
  const save = batchWriter(db);
  const readLog = restoreLogReader(db);
  const closed = closedVisitReader(db);
  const setEmail = emailSetter(db);
  const changeAccount = householdAccountChanger(db);
  const { consumeOneTimeToken, putOneTimeToken } = oneTimeTokenWriter(db);
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
      closedBefore: async (start, after, limit) => closed(locked().number, start, after, limit),
      setEmail: async (uid, email, now) => setEmail(household, uid, email, now),
      changeAccount: async (uid, decide) => changeAccount(uid, decide),
      consumeOneTimeToken: async (kind, hash, now) => consumeOneTimeToken(kind, hash, now),
      putOneTimeToken: async (token) => putOneTimeToken(token),
      async save(batch) {
        row = save(locked(), batch);
      },
    };
  };
}
