import { isoTime } from '#domain/time.ts';
import { recordOperatorEvent } from '../auth/core/events/security-events.ts';
import type { Config } from '../config/config.ts';
import { emailKey } from '../email-key.ts';
import { createLog } from '../process/log.ts';
import { withAdminStore } from '../store/admin/open.ts';
import type { AdminStore, StoredAccount } from '../store/ports/store.ts';
import { exportJson } from './export-json.ts';
import { loadPeople } from './household-data.ts';

/**
 * Works beside a running server. Resolves to false for an unknown e-mail; throws CannotOpenStore
 * and StoreUnavailable.
 */
export function exportFamily(
  settings: Config,
  email: string,
  write: (chunks: AsyncIterable<string>) => Promise<void>,
): Promise<boolean> {
  return withAccount(settings, email, async (store, account) => {
    // Before the first byte, so that no export goes unrecorded.
    await recordOperatorEvent(store, createLog(settings.logLevel), 'export', account.uid);
    const context = { store, now: Date.now, isAborted: () => false };
    await write(exportJson(context, account, await loadPeople(context, account)));
  });
}

/**
 * Works beside a running server. Resolves to the number of remaining parents, undefined for an
 * unknown e-mail. Throws CannotOpenStore and StoreUnavailable.
 */
export async function deleteFamily(settings: Config, email: string): Promise<number | undefined> {
  let staying: number | undefined;
  await withAccount(settings, email, async (store, { uid, household }) => {
    await store.deleteAccount(uid, isoTime(Date.now()));
    await recordOperatorEvent(store, createLog(settings.logLevel), 'account-deleted', uid);
    staying = (await store.parentsOf(household)).length;
    while (await store.purgeRemoved());
    await store.truncateLog();
  });
  return staying;
}

function withAccount(
  settings: Config,
  email: string,
  work: (store: AdminStore, account: StoredAccount) => Promise<void>,
): Promise<boolean> {
  return withAdminStore(settings, async (store) => {
    const account = await store.accountByEmail(emailKey(email));
    if (account) await work(store, account);
    return account !== undefined;
  });
}
