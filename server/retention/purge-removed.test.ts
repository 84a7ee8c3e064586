import { expect, test } from 'vitest';
import { visitPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { aVisit, storeDocuments } from '#tests/support/people/stored-family.ts';
import { startApp, temporaryFolder, until } from '#tests/support/server/app.ts';

/** Starts an app that counts the steps of its purge; `isHeld` keeps it from running any. */
async function purgingApp(dataDir: string, isHeld = () => false) {
  const steps: boolean[] = [];
  const app = await startApp({
    dataDir,
    calls: (store) => ({
      purgeRemoved: async () => {
        if (isHeld()) return false;
        steps.push(await store.purgeRemoved());
        return steps.at(-1) ?? false;
      },
    }),
  });
  return { ...app, steps };
}

/** Saves many past visits of a child, in the store. */
function fill(store: Store, { account }: HouseholdOnPhone, child: string): Promise<void> {
  const visits = Array.from({ length: 500 }, (_, at) => ({
    ...{ path: visitPath(child, newId()), document: aVisit(newId(), at, at + 1) },
  }));
  return storeDocuments(store, account.household, visits);
}

test('a removed child is gone with its op, and what was below it is purged in steps behind it', async () => {
  const app = await purgingApp(temporaryFolder());
  const phone = await registerHousehold(app.url);
  const child = await phone.addChild();
  await fill(app.store, phone, child);
  await until(() => app.steps.length > 0);
  app.steps.length = 0;
  await phone.run('deleteChild', { child });
  expect([...(await phone.documents()).keys()]).toEqual([`profiles/${phone.account.uid}`]);
  await until(() => app.steps.at(-1) === false && app.steps.length > 2);
  expect(await app.store.purgeRemoved()).toBe(false);
});

test('a purge goes on after a restart', async () => {
  const folder = temporaryFolder();
  const before = await purgingApp(folder, () => true);
  const phone = await registerHousehold(before.url);
  const child = await phone.addChild();
  await fill(before.store, phone, child);
  await phone.run('deleteChild', { child });
  await before.stop();
  const after = await purgingApp(folder);
  phone.url = after.url;
  expect([...(await phone.documents()).keys()]).toEqual([`profiles/${phone.account.uid}`]);
  await until(() => after.steps.at(-1) === false && after.steps.length > 2);
});

test('a deleted account is gone with its call, and its rows are purged behind it', async () => {
  const app = await purgingApp(temporaryFolder());
  const phone = await registerHousehold(app.url);
  await fill(app.store, phone, await phone.addChild());
  await until(() => app.steps.length > 0);
  app.steps.length = 0;
  expect((await phone.deleteAccount()).status).toBe(200);
  expect((await app.store.people(phone.account.household, undefined, 10)).changes).toEqual([]);
  await until(() => app.steps.at(-1) === false);
});
