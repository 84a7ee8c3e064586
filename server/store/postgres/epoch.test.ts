import { expect, onTestFinished, test } from 'vitest';
import type { Id } from '#domain/ids.ts';
import { childPath, type VisitorRef } from '#domain/paths.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Store } from '#server/store/ports/store.ts';
import { saveAsServer } from '#server/sync/save-as-server.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { aChild, storeDocuments, storeFamily } from '#tests/support/people/stored-family.ts';
import { endConnections, newDatabase, newSchema, runSql } from '#tests/support/postgres/databases.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { openPostgresAdminStore, openPostgresStore } from './postgres.ts';

async function epochOf(address: string): Promise<string> {
  const store = await openPostgresStore(address);
  await store.close();
  return store.epoch();
}

test('the epoch stays over restarts, and several servers share it', async () => {
  const address = await newDatabase();
  const stores = await Promise.all(Array.from({ length: 3 }, () => openPostgresStore(address)));
  const epochs = new Set(stores.map((store) => store.epoch()));
  for (const store of stores) await store.close();
  expect(epochs).toEqual(new Set([await epochOf(address)]));
  expect([...epochs][0]).toMatch(/^[0-9a-z]{26}$/);
});

test('a copied database begins a new epoch, and so does the command', async () => {
  const address = await newDatabase();
  const epoch = await epochOf(address);
  const [name, copy] = [new URL(address).pathname.slice(1), new URL(address)];
  copy.pathname += '_copy';
  const server = Object.assign(new URL(address), { pathname: '/postgres' }).href;
  await runSql(server, `CREATE DATABASE ${name}_copy TEMPLATE ${name}`);
  const ofCopy = await epochOf(copy.href);
  expect(ofCopy).not.toBe(epoch);
  expect(await epochOf(address)).toBe(epoch);
  const cli = await openPostgresAdminStore(copy.href);
  await cli.markRestored();
  await cli.close();
  expect([epoch, ofCopy]).not.toContain(await epochOf(copy.href));
});

test('a restore is remembered with its time and that of the backup, also by a process that runs', async () => {
  const address = await newDatabase();
  const store = await openPostgresStore(address);
  onTestFinished(() => store.close());
  expect(store.restored()).toBeUndefined();
  const { household } = await storeFamily(store);
  const replace = async () => {
    const before = store.restored()?.at;
    await runSql(address, "UPDATE store_epoch SET mark = 'elsewhere'");
    await endConnections(address);
    await until(async () => {
      await store.check().catch(() => undefined);
      return store.restored()?.at !== before;
    });
  };
  const began = Date.now();
  await replace();
  const first = store.restored();
  expect(first).toEqual({ at: expect.any(Number) });
  expect(first?.at).toBeGreaterThanOrEqual(began);
  const other = await openPostgresStore(address);
  await other.close();
  expect(other.restored()).toEqual(first);
  const now = Date.parse('2026-05-04T12:00:00.000Z');
  await store.transact(household, (transaction) => saveAsServer(transaction, [], now, undefined));
  await replace();
  expect(store.restored()).toEqual({ at: expect.any(Number), from: now });
  expect(store.restored()?.at).toBeGreaterThan(first?.at ?? 0);
});

test.each(['before the request', 'before its transaction'])(
  'a database that takes over %s takes no tap of a phone that knows the former one',
  async (moment) => {
    const address = await newDatabase();
    const replace = async () => {
      await runSql(address, "UPDATE store_epoch SET mark = 'elsewhere'");
      await endConnections(address);
    };
    let beforeTransaction: (() => Promise<void>) | undefined;
    const { url, store } = await startApp({
      env: { DATABASE_URL: address },
      change: ({ store: known }) => ({
        store: {
          ...known,
          transact: async (household, work) => {
            const first = beforeTransaction;
            beforeTransaction = undefined;
            await first?.();
            // The pool may lend a connection that has ended before it hears of it.
            const isBack = () =>
              known.check().then(
                () => true,
                () => false,
              );
            if (first) await until(isBack);
            return known.transact(household, work);
          },
        },
      }),
    });
    const phone = await registerHousehold(url);
    const ella = await phone.addFriend(await phone.addChild());
    const { epoch, cursor } = await phone.sync();
    if (moment === 'before the request') await replace();
    else beforeTransaction = replace;
    const message = { cursor, ...(epoch !== undefined && { epoch }), ops: [phone.op('checkIn', ella)] };
    let answer = await phone.trySync(message);
    while (answer.status === 503) answer = await phone.trySync(message);
    expect(answer.body).toMatchObject({ outcomes: [], reset: true, cursor, epoch: store.epoch() });
    expect(store.epoch()).not.toBe(epoch);
  },
);

test('of overdue notices a restored database drops all, a standby that took over those of before the outage', async () => {
  const address = await newDatabase();
  const app = await startApp({
    env: { DATABASE_URL: address, NOTICE_HOLD_SECONDS: '60' },
    // It sends nothing, or a notice would be gone once the clock passes its time.
    calls: () => ({ takeNotices: async () => [] }),
  });
  const phone = await registerHousehold(app.url);
  const child = await phone.addChild();
  const people = [await phone.addFriend(child, 'Ella'), await phone.addFriend(child, 'Omar')];
  for (const [i, minutes] of [-60, -5].entries()) {
    app.clock.ahead = minutes * MINUTE_MS;
    await phone.run('checkIn', people[i] as VisitorRef);
  }
  app.clock.set = -60 * MINUTE_MS;
  await app.stop();
  const waiting = async () => {
    const store = await openPostgresStore(address);
    await store.close();
    const rows = await runSql(
      address,
      "SELECT message::json ->> 'name' AS name FROM notices ORDER BY due_at",
    );
    return rows.map(({ name }) => name);
  };
  expect(await waiting()).toEqual(['Ella', 'Omar']);
  await runSql(address, "UPDATE store_epoch SET mark = regexp_replace(mark, '[^.]*$', '0000000F')");
  expect(await waiting()).toEqual(['Omar']);
  await runSql(address, "UPDATE store_epoch SET mark = 'elsewhere'");
  expect(await waiting()).toEqual([]);
});

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
