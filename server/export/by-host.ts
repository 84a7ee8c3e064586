import { isoTime } from '#domain/time.ts';
import { recordHostEvent } from '../auth/core/events/host-event.ts';
import type { Config } from '../config/config.ts';
import { emailKey } from '../email-key.ts';
import { createLog } from '../process/log.ts';
import { withHostStore } from '../store/hosting/open.ts';
import type { HostStore, StoredAccount } from '../store/ports/store.ts';
import { exportJson } from './export-json.ts';
import { loadPeople } from './household-data.ts';

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'logLevel'>;

/**
 * Exports all data of a family, as its parent could, beside a running server; `write` gets the JSON text in chunks. Returns
 * false if no account has the e-mail. Throws CannotOpenStore and StoreUnavailable.
 */
export function exportFamily(
  settings: Settings,
  email: string,
  write: (chunks: AsyncIterable<string>) => Promise<void>,
): Promise<boolean> {
  return withAccount(settings, email, async (store, account) => {
    // Before the first byte, so that no export goes unseen.
    await recordHostEvent(store, createLog(settings.logLevel), 'export', account.uid);
    const pace = { begin: async () => true };
    const context = { store, now: Date.now, pace, isGone: () => false };
    await write(exportJson(context, account, await loadPeople(context, account)));
  });
}

/**
 * Deletes an account, and with its last account the family, beside a running server. Returns how many other parents the family
 * stays with; undefined if no account has the e-mail. Throws CannotOpenStore and StoreUnavailable.
 */
export async function deleteFamily(settings: Settings, email: string): Promise<number | undefined> {
  let staying: number | undefined;
  await withAccount(settings, email, async (store, { uid, household }) => {
    await store.deleteAccount(uid, isoTime(Date.now()));
    await recordHostEvent(store, createLog(settings.logLevel), 'account-deleted', uid);
    staying = (await store.parentsOf(household)).length;
    while (await store.purgeRemoved());
    await store.truncateLog();
  });
  return staying;
}

function withAccount(
  settings: Settings,
  email: string,
  work: (store: HostStore, account: StoredAccount) => Promise<void>,
): Promise<boolean> {
  return withHostStore(settings, async (store) => {
    const account = await store.accountByEmail(emailKey(email));
    if (account) await work(store, account);
    return account !== undefined;
  });
}
