import { expect, onTestFinished, test } from 'vitest';
import type { Id } from '#domain/ids.ts';
import { childPath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
import type { Batch, Store } from '#server/store/ports/store.ts';
import { HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { linkedVisit, linkTo } from '#tests/support/people/linked-visit.ts';
import { aChild, minute, storeFamily } from '#tests/support/people/stored-family.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { endConnections, newDatabase, newSchema } from '#tests/support/postgres/databases.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { postJson } from '#tests/support/server/http.ts';
import { PushBrowser } from '#tests/support/server/push-browser.ts';
import { startPushService } from '#tests/support/server/push-service.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { openPostgresStore } from './postgres.ts';

async function openOn(address: string): Promise<Store> {
  const store = await openPostgresStore(address);
  onTestFinished(() => store.close());
  return store;
}

const openTwo = async (address: string) => [await openOn(address), await openOn(address)] as const;

/** Adds a child in the next version, as one op would. */
function addChild(store: Store, household: Id, changes: Partial<Batch> = {}): Promise<void> {
  return store.transact(household, async (transaction) => {
    const [device, { version }] = ['device0000', await transaction.begin('device0000', [])];
    const document = { path: childPath(newId()), version: version + 1, document: aChild() };
    const empty = { outcomes: [], notices: [], recordedAt: minute(0), ...changes };
    await transaction.save({
      version: version + 1,
      device,
      lastSequence: 1,
      documents: [document],
      ...empty,
    });
  });
}

test('two instances that write one household leave no gap and no duplicate version', async () => {
  const [one, other] = await openTwo(await newSchema());
  const { household } = await storeFamily(one);
  await Promise.all(Array.from({ length: 60 }, (_, index) => addChild(index % 2 ? one : other, household)));
  const { changes, cursor } = await other.changes(household, 1, 100);
  expect(cursor).toBe(61);
  expect(changes.map(({ version }) => version)).toEqual(Array.from({ length: 60 }, (_, i) => i + 2));
});

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

test('two instances share the notices: each is sent once', async () => {
  const [one, other] = await openTwo(await newSchema());
  const { household } = await storeFamily(one);
  const taps = Array.from({ length: 80 }, () => newId());
  const recipient = { phone: '070-123 45 67' };
  const notices = taps.map((about) => {
    const notice = { about, kind: 'first', recipient, name: 'Ella', status: 'in', at: minute(0) } as const;
    return { notice, dueAt: minute(1) };
  });
  await addChild(one, household, { notices });
  const sent: Record<'one' | 'other', string[]> = { one: [], other: [] };
  const work = async (name: keyof typeof sent, store: Store, first: Awaited<ReturnType<typeof take>>) => {
    for (let due = first; due.length > 0; due = await take(store)) {
      for (const { id, notice } of due) {
        sent[name].push(notice.about);
        await store.settleNotice(id, { sentAt: minute(1) });
      }
    }
  };
  // Nobody goes on before the other has some: it might find none left.
  const [ofOne, ofOther] = await Promise.all([take(one), take(other)]);
  await Promise.all([work('one', one, ofOne), work('other', other, ofOther)]);
  expect([...sent.one, ...sent.other].toSorted()).toEqual(taps.toSorted());
  expect(Math.min(sent.one.length, sent.other.length)).toBeGreaterThan(0);
});

const take = (store: Store) => store.takeNotices(minute(1), minute(60), 5);

test('a family signed in on one instance is signed in on the other, and sees the same data', async () => {
  const env = { DATABASE_URL: await newSchema() };
  const [here, there] = [await startApp({ env }), await startApp({ env })];
  const phone = await registerHousehold(here.url);
  const ella = await phone.addFriend(await phone.addChild());
  const tablet = new HouseholdOnPhone(there.url, phone.account, phone.cookie);
  const { cursor } = await tablet.sync();
  const tap = phone.op('checkIn', ella);
  const { outcomes: [first] = [], receivedAt } = await phone.sync({ ops: [tap] });
  expect((await tablet.sync({ cursor })).changes).toHaveLength(2);
  // The reply was lost, and the same phone resends to the other server.
  const elsewhere = await tablet.sync({ device: phone.device, ops: [tap] });
  expect(elsewhere.outcomes).toEqual([{ ...first, receivedAt }]);
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

test('two servers on one database have one key, and tell an alert once', async () => {
  const service = await startPushService();
  const env = { DATABASE_URL: await newDatabase(), PUSH_SERVICES: service.origin };
  const [one, other] = [await startApp({ env }), await startApp({ env })];
  const { phone, ref } = await linkedVisit(one.url);
  const { key } = await done(phone, 'pushState', {});
  const there = new HouseholdOnPhone(other.url, phone.account, phone.cookie);
  expect((await done(there, 'pushState', {})).key).toBe(key);
  await done(there, 'subscribe', { endpoint: `${service.origin}/a`, ...new PushBrowser().keys, taps: false });
  for (let count = 0; count < 10; count += 1) {
    const { link } = await linkTo(phone, await phone.addFriend(ref.child, `Vän ${count}`));
    await postJson(one.url, calls.answerVisit.path, { link, answer: { code: 'on-my-way' } });
  }
  await until(async () => !(await one.store.hasDueAlerts('9999')));
  expect(service.got).toHaveLength(10);
});
