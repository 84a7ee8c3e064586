import type { Environment } from '#client/data/environment.ts';
import { Database } from './database.ts';
import { type HeldEntry, HeldRegister } from './held-register.ts';
import { Journal } from './journal.ts';
import { storageName } from './stored-session.ts';

/** Deletes the local data of an account whose household is not open. */
export async function wipeAccount(
  environment: Environment,
  { uid, household }: Pick<HeldEntry, 'uid' | 'household'>,
): Promise<void> {
  if (household !== undefined)
    await new Database(environment, storageName({ uid, household }), () => {}).wipe();
  new Journal(environment.storage, uid).wipe();
  new HeldRegister(environment.storage).remove(uid);
}
