import { describe, expect, test } from 'vitest';
import { StorageFailed } from '#client/data/errors.ts';
import { WRITE_FAULTS } from '#tests/support/phone/failing-writes.ts';
import { annasFamily, byOtherPhone, type Family, quiet, row } from '#tests/support/phone/family.ts';
import type { Tab } from '#tests/support/phone/phone.ts';

const journal = (stored: Map<string, string>) =>
  [...stored.keys()].filter((key) => key.includes('.journal.'));

describe.each(WRITE_FAULTS)('IndexedDB reads and fails every write (%s)', (fault) => {
  // docs/sync.md: PH6
  test('taps reach the server once and in order, and their rows are confirmed', async () => {
    const { phone, tab, ella, serverHousehold } = await annasFamily();
    phone.database = fault;
    for (const name of ['checkIn', 'checkOut', 'checkIn'] as const) {
      expect(await tab.home.run(name, ella)).toMatchObject({ done: true });
    }
    await tab.home.catchUp();
    expect(namesOf(serverHousehold)).toEqual(['checkIn', 'checkOut', 'checkIn']);
    expectConfirmed(tab, ella, 'in');
    expect(journal(phone.stored)).toEqual([]);
  });

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
    await again.home.catchUp();
    expect(namesOf(serverHousehold)).toEqual(['checkIn', 'checkOut', 'checkIn']);
    expectConfirmed(again, ella, 'in');
    const third = again.reload();
    await quiet(third);
    expectConfirmed(third, ella, 'in');
    expect(namesOf(serverHousehold)).toHaveLength(3);
  });

  test('what another phone changes is shown, and a writing database has all of it again', async () => {
    const { phone, tab, child, ella, serverHousehold } = await annasFamily();
    phone.database = fault;
    await tab.home.run('checkIn', ella);
    await tab.home.catchUp();
    const omar = { child, friend: 'omaromaromar', name: 'Omar', parentPhone: '070-1' };
    byOtherPhone(serverHousehold, tab.home.account.uid, 'addFriend', omar);
    await tab.home.catchUp();
    const shown = tab.home.view();
    expect(shown.children[0]?.friends).toHaveLength(2);
    phone.database = 'works';
    await tab.home.catchUp();
    expect(tab.home.view().children).toEqual(shown.children);
    phone.isOnline = false;
    const again = tab.reload();
    await expect.poll(() => again.home.view().children).toEqual(shown.children);
    expect(again.home.view()).toMatchObject({ history: shown.history, waiting: 0 });
    phone.isOnline = true;
    await again.home.run('checkOut', ella);
    await quiet(again);
    expect(namesOf(serverHousehold)).toEqual(['checkIn', 'addFriend', 'checkOut']);
  });

  test('on a device that never stored anything the family is shown, and its taps are sent', async () => {
    const { server, phone, ella, serverHousehold } = await annasFamily();
    const other = new (phone.constructor as new (one: typeof server) => typeof phone)(server);
    Object.assign(other, { database: fault });
    const tab = other.openTab();
    await tab.data.signIn('logIn', { email: 'anna@example.org', password: 'sommarlov' });
    await quiet(tab);
    await tab.home.run('checkIn', ella);
    await tab.home.catchUp();
    expectConfirmed(tab, ella, 'in');
    other.database = 'works';
    await tab.home.catchUp();
    other.isOnline = false;
    const again = tab.reload();
    await expect.poll(() => row(again.home.view(), ella)?.status).toBe('in');
    expect(namesOf(serverHousehold)).toEqual(['checkIn']);
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
    await tab.home.catchUp();
    expect(namesOf(serverHousehold)).toEqual(['checkIn']);
  });
});

test('if IndexedDB fails, taps are sent from the journal in order and once', async () => {
  const { phone, tab, child, ella, serverHousehold } = await annasFamily();
  const named = (name: string) => ({ child, friend: ella.visitor, name, parentPhone: '070-1' });
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  phone.database = 'refuses';
  for (const name of ['Elsa', 'Elin']) await tab.home.run('editFriend', named(name));
  phone.isOnline = true;
  await tab.home.catchUp();
  expect(serverHousehold.applied.slice(2).map(({ op }) => op.name)).toEqual([
    'checkIn',
    'editFriend',
    'editFriend',
  ]);
  expect(tab.home.view()).toMatchObject({ waiting: 0, refused: [] });
  expect(row(tab.home.view(), ella)).toMatchObject({ name: 'Elin', status: 'in', row: 'confirmed' });
  expect(journal(phone.stored)).toEqual([]);
  await tab.home.run('checkOut', ella);
  await tab.home.catchUp();
  expect(serverHousehold.visits()).toMatchObject([{ visit: { open: false } }]);
  phone.database = 'works';
  await quiet(tab);
  const again = tab.reload();
  await quiet(again);
  expect(serverHousehold.applied).toHaveLength(6);
  expect(row(again.home.view(), ella)).toMatchObject({ name: 'Elin', status: 'out', row: 'confirmed' });
});

test('a page without IndexedDB sends the taps that an earlier page left in the journal', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  phone.database = 'refuses';
  await tab.home.run('checkIn', ella);
  const again = tab.reload();
  phone.isOnline = true;
  await again.home.catchUp();
  expect(serverHousehold.visits()).toHaveLength(1);
  expect(journal(phone.stored)).toEqual([]);
});

// docs/sync.md: PH6
test('a page sends what an earlier one had stored in a database that cannot be read any more', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  expect(journal(phone.stored)).toEqual([]);
  phone.database = 'refuses';
  await tab.home.run('checkOut', ella);
  const again = tab.reload();
  phone.isOnline = true;
  await again.home.catchUp();
  expect(serverHousehold.visits()).toMatchObject([{ visit: { open: false } }]);
  expect(journal(phone.stored)).toEqual([]);
  phone.database = 'works';
  await quiet(again);
  await quiet(again.reload());
  expect(namesOf(serverHousehold)).toEqual(['checkIn', 'checkOut']);
});

test('after a lost reply the taps are sent again, and a refused tap is still listed after a reload', async () => {
  const { server, phone, tab, child, ella, serverHousehold } = await annasFamily();
  phone.database = 'refuses';
  byOtherPhone(serverHousehold, tab.home.account.uid, 'deleteFriend', { child, friend: ella.visitor });
  await tab.home.run('addFriend', { child, friend: 'nilsnilsnils', name: 'Nils', parentPhone: '070-1' });
  await tab.home.run('checkIn', ella);
  server.fault = (path) => (path === '/api/sync' ? 'reply-lost' : undefined);
  await tab.home.catchUp();
  server.fault = () => undefined;
  await tab.home.catchUp();
  expect(serverHousehold.applied.filter(({ op }) => op.name === 'addFriend')).toHaveLength(2);
  expect(tab.home.view()).toMatchObject({ waiting: 0, refused: [{ name: 'checkIn' }] });
  const again = tab.reload();
  await again.home.catchUp();
  expect(again.home.view().refused).toMatchObject([{ name: 'checkIn', refusal: { code: 'not-found' } }]);
});

test('a refused tap stays listed while nothing can be stored, and goes when it is discarded', async () => {
  const { phone, tab, child, ella, serverHousehold } = await annasFamily();
  phone.database = 'write-throws';
  byOtherPhone(serverHousehold, tab.home.account.uid, 'deleteFriend', { child, friend: ella.visitor });
  await tab.home.run('checkIn', ella);
  await tab.home.catchUp();
  const again = tab.reload();
  await again.home.catchUp();
  expect(again.home.view()).toMatchObject({ waiting: 0, refused: [{ name: 'checkIn' }] });
  const [refused] = again.home.view().refused;
  await again.home.discard(refused?.op ?? '');
  const third = again.reload();
  await quiet(third);
  expect(third.home.view().refused).toEqual([]);
  expect(journal(phone.stored)).toEqual([]);
});

test('if all is evicted while the page is open, the board stays and its taps are sent', async () => {
  const { phone, tab, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  const { children } = tab.home.view();
  tab.evict();
  await tab.home.catchUp();
  expect(tab.home.view()).toMatchObject({ state: 'loaded', waiting: 1, children });
  await tab.home.run('checkOut', ella);
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'out', row: 'waiting' });
  phone.isOnline = true;
  await quiet(tab);
  expect(namesOf(serverHousehold)).toEqual(['checkIn', 'checkOut']);
  expectConfirmed(tab, ella, 'out');
});

/** The commands that were applied after the family was made. */
function namesOf({ applied }: Family['serverHousehold']): string[] {
  return applied.slice(2).map(({ op }) => op.name);
}

function expectConfirmed(tab: Tab, ella: Family['ella'], status: 'in' | 'out'): void {
  expect(row(tab.home.view(), ella)).toMatchObject({ status, row: 'confirmed' });
  expect(tab.home.view()).toMatchObject({ waiting: 0, refused: [] });
}
