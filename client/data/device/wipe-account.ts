import type { Environment } from '#client/data/environment.ts';
import { Database } from './database.ts';
import { type HeldEntry, HeldRegister } from './held-register.ts';
import { Journal } from './journal.ts';
import { storageName } from './stored-session.ts';

/** Deletes the local data of an account whose household is not open. */
export async function wipeAccount(
  environment: Environment,
  entry: Pick<HeldEntry, 'uid' | 'household'>,
): Promise<void> {
  const { uid, household } = entry;
  if (household !== undefined)
    await new Database(environment, storageName({ uid, household }), () => {}).wipe();
  new Journal(environment.storage, { uid, household: household ?? '' }).wipe();
  new HeldRegister(environment.storage).remove(entry);
}
