import type { Environment } from '#client/data/environment.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { Database } from './database.ts';
import { Journal } from './journal.ts';
import { storageName } from './stored-session.ts';

/** Deletes the local data of an account whose household is not open. */
export async function wipeAccount(environment: Environment, account: Account): Promise<void> {
  await new Database(environment, storageName(account), () => {}).wipe();
  new Journal(environment.storage, account.uid).wipe();
}
