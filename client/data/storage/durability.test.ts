import { expect, test } from 'vitest';
import { StorageFailed } from '#client/data/errors.ts';
import { annasFamily, journaled, quiet, row } from '#tests/support/phone/family.ts';

test('a stored tap survives a reload before the server answered, and is sent once', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  const again = tab.reload();
  await again.data.ready;
  await seen(again, ella, 'in');
  expect(again.home.view()).toMatchObject({ state: 'loaded', waiting: 1 });
  phone.isOnline = true;
  await quiet(again);
  expect(serverHousehold.visits()).toHaveLength(1);
});

test('a tab killed between journal and outbox loses nothing and keeps the order of its taps', async () => {
  const { phone, tab, child, ella, serverHousehold } = await annasFamily();
  const named = (name: string) => ({ child, friend: ella.visitor, name, parentPhone: '070-1' });
  phone.isOnline = false;
  void tab.home.run('checkIn', ella);
  for (const name of ['Elsa', 'Elin', 'Elvira']) void tab.home.run('editFriend', named(name));
  tab.kill();
  expect(journaled(phone)).toHaveLength(4);
  phone.isOnline = true;
  const again = phone.openTab();
  await seen(again, ella, 'in');
  await quiet(again);
  expect(journaled(phone)).toEqual([]);
  expect(serverHousehold.applied.slice(-3).map(({ op }) => op.args)).toMatchObject([
    { name: 'Elsa' },
    { name: 'Elin' },
    { name: 'Elvira' },
  ]);
  expect(row(again.home.view(), ella)).toMatchObject({ name: 'Elvira', row: 'confirmed' });
});

// docs/sync.md: PH2
test('a tab killed after the outbox write and before the journal is cleared sends its tap once', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  const stored = tab.home.run('checkIn', ella);
  const [key = ''] = journaled(phone);
  const entry = phone.stored.get(key) ?? '';
  await stored;
  expect(journaled(phone)).toEqual([]);
  tab.kill();
  phone.stored.set(key, entry);
  phone.isOnline = true;
  const again = phone.openTab();
  await quiet(again);
  expect(journaled(phone)).toEqual([]);
  expect(serverHousehold.applied.filter(({ op }) => op.name === 'checkIn')).toHaveLength(1);
  expect(serverHousehold.visits()).toHaveLength(1);
});

// docs/sync.md: PH7
test('a tap that can be stored nowhere and not be sent is reverted and rejects with StorageFailed', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  const before = tab.home.view().children;
  phone.storage = 'refuses';
  phone.database = 'refuses';
  const stored = tab.home.run('checkIn', ella);
  expect(row(tab.home.view(), ella)?.status).toBe('in');
  await expect(stored).rejects.toThrow(StorageFailed);
  expect(row(tab.home.view(), ella)).toEqual(before[0]?.friends[0]);
  expect(tab.home.view()).toMatchObject({ waiting: 0, history: [], takenBack: 1 });
  Object.assign(phone, { storage: 'works', database: 'works', isOnline: true });
  await quiet(tab);
  expect(serverHousehold.visits()).toEqual([]);
});

test('if storage fails, only the tap that is stored nowhere is reverted', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  Object.assign(phone, { database: 'refuses', isOnline: false });
  const kid = tab.home.run('checkIn', ella);
  phone.storage = 'refuses';
  const lost = tab.home.run('checkOut', ella);
  await expect(kid).resolves.toMatchObject({ done: true });
  await expect(lost).rejects.toThrow(StorageFailed);
  expect(row(tab.home.view(), ella)?.status).toBe('in');
  Object.assign(phone, { storage: 'works', database: 'works', isOnline: true });
  await quiet(tab);
  expect(serverHousehold.visits().map(({ visit }) => visit.open)).toEqual([true]);
});

test('a hanging database does not block a tap forever', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  tab.loseConnections();
  phone.database = 'hangs';
  const stored = tab.home.run('checkIn', ella);
  for (let i = 0; i < 2; i += 1) {
    await breath();
    tab.advance(15_000);
  }
  expect(await stored).toMatchObject({ done: true });
  expect(row(tab.home.view(), ella)?.row).toBe('waiting');
  phone.database = 'works';
  tab.reload();
  const again = phone.openTab();
  await quiet(again);
  expect(serverHousehold.visits()).toHaveLength(1);
});

// docs/sync.md: PH8
test('an evicted database is created again with a new device id, and taps still in memory are stored again', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  tab.loseConnections();
  phone.indexedDB = new (phone.indexedDB.constructor as new () => typeof phone.indexedDB)();
  await tab.home.run('checkOut', ella);
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'out', row: 'waiting' });
  phone.isOnline = true;
  await quiet(tab);
  expect(serverHousehold.visits()).toMatchObject([{ visit: { open: false, arrived: {}, left: {} } }]);
  const devices = new Set(serverHousehold.applied.map(({ device }) => device));
  expect(devices.size).toBe(2);
});

test('retries back off while the server is down, and a tap retries at once', async () => {
  const { phone, server, tab, ella } = await annasFamily();
  const attempts: string[] = [];
  server.fault = (path) => {
    attempts.push(path);
    return { status: 503, code: 'unavailable' };
  };
  await tab.home.syncNow();
  expect(tab.home.view()).toMatchObject({ offline: true, locked: false, state: 'loaded' });
  for (let second = 0; second < 300; second += 1) {
    tab.advance(1000);
    await breath();
  }
  expect(attempts.length).toBeGreaterThan(5);
  expect(attempts.length).toBeLessThan(20);
  const before = attempts.length;
  await tab.home.run('checkIn', ella);
  await tab.home.syncNow();
  expect(attempts.length).toBeGreaterThan(before);
  server.fault = () => undefined;
  tab.wake();
  await quiet(tab);
  expect(tab.home.view().offline).toBe(false);
  expect(tab.home.view().lastHeard).toBeLessThanOrEqual(phone.now());
});

// docs/sync.md: LV4
test('a visible page syncs every 25 seconds', async () => {
  const { server, tab, ella, serverHousehold } = await annasFamily();
  serverHousehold.apply(
    { op: 'otherphoneop', sequence: 1, name: 'checkIn', args: ella, tappedAt: server.now(), zone: 'UTC' },
    { device: 'otherphone1', uid: tab.home.account.uid, deviceNow: server.now(), receivedAt: server.now() },
  );
  tab.advance(24_000);
  await breath();
  expect(row(tab.home.view(), ella)?.status).toBe('out');
  tab.advance(1000);
  await seen(tab, ella, 'in');
});

async function breath(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

type Family = Awaited<ReturnType<typeof annasFamily>>;

async function seen(tab: Family['tab'], ella: Family['ella'], status: string): Promise<void> {
  await expect.poll(() => row(tab.home.view(), ella)?.status).toBe(status);
}
