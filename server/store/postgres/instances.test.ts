import { expect, onTestFinished, test } from 'vitest';
import type { Id } from '#domain/ids.ts';
import { childPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { aChild, storeDocuments, storeFamily } from '#tests/support/people/stored-family.ts';
import { endConnections, newDatabase, newSchema } from '#tests/support/postgres/databases.ts';
import { until } from '#tests/support/server/app.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { openPostgresStore } from './postgres.ts';

async function openOn(address: string): Promise<Store> {
  const store = await openPostgresStore(address);
  onTestFinished(() => store.close());
  return store;
}

const openTwo = async (address: string) => [await openOn(address), await openOn(address)] as const;

const addChild = (store: Store, household: Id) =>
  storeDocuments(store, household, [{ path: childPath(newId()), document: aChild() }]);

test('a change on one instance is hinted to both, once', async () => {
  const [one, other] = await openTwo(await newSchema());
  const families = await Promise.all(Array.from({ length: 40 }, () => storeFamily(one)));
  const households = families.map(({ household }) => household).toSorted();
  const [here, there]: [Id[], Id[]] = [[], []];
  one.onChange((household) => here.push(household));
  other.onChange((household) => there.push(household));
  await Promise.all(households.map((household) => addChild(one, household)));
  await until(() => there.length >= 40);
  expect(there.toSorted()).toEqual(households);
  expect(here.toSorted()).toEqual(households);
});

test('an instance whose connection for hints ended listens again', async () => {
  const address = await newDatabase();
  const [one, other] = await openTwo(address);
  const { household } = await storeFamily(one);
  await endConnections(address);
  const notified: Id[] = [];
  other.onChange((changed) => notified.push(changed));
  await until(async () => {
    await addChild(one, household).catch(() => undefined);
    return notified.length > 0;
  });
  expect(notified).toContain(household);
});

test('if one of two servers is killed between two taps, the other continues where it was', async () => {
  const env = { DATABASE_URL: await newSchema() };
  const [one, other] = await Promise.all([startServer({ env }), startServer({ env })]);
  onTestFinished(async () => void (await Promise.all([one.stop(), other.stop()])));
  const phone = await registerHousehold(one.url);
  const ella = await phone.addFriend(await phone.addChild());
  const versions: number[] = [];
  for (let tap = 0; tap < 40; tap += 1) {
    const op = phone.op(tap % 2 === 0 ? 'checkIn' : 'checkOut', ella);
    // The reply is lost, whether or not the op was applied; the op is resent to the other server.
    if (tap === 20) {
      const unheard = phone.trySync({ ops: [op] }).catch(() => undefined);
      await Promise.all([one.kill(), unheard]);
    }
    phone.url = [one, other][tap < 20 ? tap % 2 : 1]?.url ?? '';
    const [outcome] = (await phone.sync({ ops: [op] })).outcomes;
    if (outcome?.result === 'done') versions.push(outcome.version);
  }
  expect(versions).toHaveLength(40);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  const visits = [...(await phone.documents()).keys()].filter((path) => path.includes('/visits/'));
  expect(visits).toHaveLength(20);
});
