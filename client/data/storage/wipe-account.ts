import type { Environment } from '#client/data/environment.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { Database } from './database.ts';
import { Journal } from './journal.ts';
import { nameOf } from './remembered-account.ts';

/** Removes all that this device holds of an account that is not open here. */
export async function wipeAccount(environment: Environment, account: Account): Promise<void> {
  await new Database(environment, nameOf(account), () => {}).wipe();
  new Journal(environment.storage, account.uid).wipe();
}
