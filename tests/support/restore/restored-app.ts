import { afterEach } from 'vitest';
import type { Op } from '#domain/protocol/sync.ts';
import type { Restored, Store } from '#server/store/ports/store.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { type AppOptions, shareApp } from '#tests/support/server/app.ts';

/** An app whose store can say that it was restored; it forgets it after each test, and its clock goes by the machine again. */
export function shareRestoredApp(options: Pick<AppOptions, 'env'> = {}) {
  let restored: Restored | undefined;
  const app = shareApp({
    ...options,
    calls: () => ({ restored: () => restored }),
  });
  afterEach(() => {
    restored = undefined;
    app().clock.ahead = 0;
  });
  /** Has the store be that of a restored backup, which holds all that was done until now. */
  const restore = () => {
    restored = { at: app().clock.now() };
  };
  /** The store as the app has it. */
  const store = (): Store => ({ ...app().store, restored: () => restored });
  return { app, restore, store };
}

/** An op that the server had decided at a time, in ms, before a backup was restored which lacks it. */
export function again(op: Op, at: number): Op {
  return { ...op, tappedAt: at, again: { sent: { deviceNow: at, receivedAt: at, version: at } } };
}

/** A family with a friend on two phones, in the backup of a server. */
export async function familyOnTwoPhones(url: string) {
  const a = await registerHousehold(url);
  const child = await a.addChild();
  return { a, b: a.anotherPhone(), child, ella: await a.addFriend(child) };
}

/** The rows that a store keeps about a child since a restore, by their keys. */
export async function logOf(
  store: Store,
  { account }: HouseholdOnPhone,
  child: string,
): Promise<Map<string, unknown>> {
  const rows = await store.transact(account.household, (transaction) => transaction.restoreLog([child]));
  return new Map(rows.map(({ key, body }) => [key, JSON.parse(body)]));
}
