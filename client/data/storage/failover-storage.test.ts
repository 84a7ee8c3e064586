import { describe, expect, test } from 'vitest';
import { StorageFailed } from '#client/data/errors.ts';
import { WRITE_FAULTS } from '#tests/support/phone/failing-writes.ts';
import {
  ANNA,
  annasFamily,
  appliedTo,
  byOtherPhone,
  type Family,
  journaled,
  quiet,
  row,
} from '#tests/support/phone/family.ts';
import { Phone, type Tab } from '#tests/support/phone/phone.ts';

describe.each([...WRITE_FAULTS, 'refuses'] as const)('IndexedDB fails (%s)', (fault) => {
  // docs/sync.md: PH6
  test('taps reach the server once and in order, and their rows are confirmed', async () => {
    const { phone, tab, ella, serverHousehold } = await annasFamily();
    phone.database = fault;
    for (const name of ['checkIn', 'checkOut', 'checkIn'] as const) {
      expect(await tab.home.run(name, ella)).toMatchObject({ done: true });
    }
    await tab.home.syncNow();
    expect(appliedTo(serverHousehold)).toEqual(['checkIn', 'checkOut', 'checkIn']);
    expectConfirmed(tab, ella, 'in');
    expect(journaled(phone)).toEqual([]);
  });
});

describe.each(WRITE_FAULTS)('IndexedDB reads and fails every write (%s)', (fault) => {
  test('a page that is opened so shows the board, and sends what was left to it', async () => {
    const { phone, tab, ella, serverHousehold } = await annasFamily();
    phone.isOnline = false;
    await tab.home.run('checkIn', ella);
    phone.database = fault;
    await tab.home.run('checkOut', ella);
    const again = tab.reload();
    await expect.poll(() => again.home.view()).toMatchObject({ state: 'loaded', waiting: 2 });
    phone.isOnline = true;
    await again.home.run('checkIn', ella);
    await again.home.syncNow();
    expect(appliedTo(serverHousehold)).toEqual(['checkIn', 'checkOut', 'checkIn']);
    expectConfirmed(again, ella, 'in');
    const third = again.reload();
    await quiet(third);
    expectConfirmed(third, ella, 'in');
    expect(appliedTo(serverHousehold)).toHaveLength(3);
  });

  test('what another phone changes is shown, and a writing database has all of it again', async () => {
    const { phone, tab, child, ella, serverHousehold } = await annasFamily();
    phone.database = fault;
    await tab.home.run('checkIn', ella);
    await tab.home.syncNow();
    const omar = { child, friend: 'omaromaromar', name: 'Omar', parentPhone: '070-1' };
    byOtherPhone(serverHousehold, tab.home.account.uid, 'addFriend', omar);
    await tab.home.syncNow();
    const shown = tab.home.view();
    expect(shown.children[0]?.friends).toHaveLength(2);
    phone.database = 'works';
    await tab.home.syncNow();
    expect(tab.home.view().children).toEqual(shown.children);
    phone.isOnline = false;
    const again = tab.reload();
    await expect.poll(() => again.home.view().children).toEqual(shown.children);
    expect(again.home.view()).toMatchObject({ history: shown.history, waiting: 0 });
    phone.isOnline = true;
    await again.home.run('checkOut', ella);
    await quiet(again);
    expect(appliedTo(serverHousehold)).toEqual(['checkIn', 'addFriend', 'checkOut']);
  });

  test('on a device that never stored anything the family is shown, and its taps are sent', async () => {
    const { server, ella, serverHousehold } = await annasFamily();
    const other = new Phone(server);
    other.database = fault;
    const tab = other.openTab();
    await tab.data.signIn('logIn', ANNA);
    await quiet(tab);
    await tab.home.run('checkIn', ella);
    await tab.home.syncNow();
    expectConfirmed(tab, ella, 'in');
    other.database = 'works';
    await tab.home.syncNow();
    other.isOnline = false;
    const again = tab.reload();
    await expect.poll(() => row(again.home.view(), ella)?.status).toBe('in');
    expect(appliedTo(serverHousehold)).toEqual(['checkIn']);
  });

  test('with a full localStorage too a tap is done once the server has it, else it is taken back', async () => {
    const { phone, tab, ella, serverHousehold } = await annasFamily();
    Object.assign(phone, { database: fault, storage: 'refuses' });
    expect(await tab.home.run('checkIn', ella)).toMatchObject({ done: true });
    expectConfirmed(tab, ella, 'in');
    phone.isOnline = false;
    await expect(tab.home.run('checkOut', ella)).rejects.toThrow(StorageFailed);
    expectConfirmed(tab, ella, 'in');
    phone.isOnline = true;
    await tab.home.syncNow();
    expect(appliedTo(serverHousehold)).toEqual(['checkIn']);
  });
});

// docs/sync.md: PH6
test('a page sends what an earlier one had stored in a database that cannot be read any more', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  expect(journaled(phone)).toEqual([]);
  phone.database = 'refuses';
  await tab.home.run('checkOut', ella);
  const again = tab.reload();
  phone.isOnline = true;
  await again.home.syncNow();
  expect(serverHousehold.visits()).toMatchObject([{ visit: { open: false } }]);
  expect(journaled(phone)).toEqual([]);
  phone.database = 'works';
  await quiet(again);
  await quiet(again.reload());
  expect(appliedTo(serverHousehold)).toEqual(['checkIn', 'checkOut']);
});

test('a refused tap stays listed while nothing can be stored, and goes when it is discarded', async () => {
  const { phone, tab, child, ella, serverHousehold } = await annasFamily();
  phone.database = 'write-throws';
  byOtherPhone(serverHousehold, tab.home.account.uid, 'deleteFriend', { child, friend: ella.visitor });
  await tab.home.run('checkIn', ella);
  await tab.home.syncNow();
  const again = tab.reload();
  await again.home.syncNow();
  expect(again.home.view()).toMatchObject({ waiting: 0, refused: [{ name: 'checkIn' }] });
  const [refused] = again.home.view().refused;
  await again.home.discard(refused?.op ?? '');
  const third = again.reload();
  await quiet(third);
  expect(third.home.view().refused).toEqual([]);
  expect(journaled(phone)).toEqual([]);
});

test('if all is evicted while the page is open, the board stays and its taps are sent', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  const { children } = tab.home.view();
  tab.evict();
  await tab.home.syncNow();
  expect(tab.home.view()).toMatchObject({ state: 'loaded', waiting: 1, children });
  await tab.home.run('checkOut', ella);
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'out', row: 'waiting' });
  phone.isOnline = true;
  await quiet(tab);
  expect(appliedTo(serverHousehold)).toEqual(['checkIn', 'checkOut']);
  expectConfirmed(tab, ella, 'out');
});

function expectConfirmed(tab: Tab, ella: Family['ella'], status: 'in' | 'out'): void {
  expect(row(tab.home.view(), ella)).toMatchObject({ status, row: 'confirmed' });
  expect(tab.home.view()).toMatchObject({ waiting: 0, refused: [] });
}
