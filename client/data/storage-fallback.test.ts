import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/time.ts';
import { annasFamily, byOtherPhone, quiet, row } from '#tests/support/phone/family.ts';
import { newId } from '#tests/support/phone/memory-server.ts';
import type { Tab } from '#tests/support/phone/phone.ts';

const journal = (stored: Map<string, string>) =>
  [...stored.keys()].filter((key) => key.includes('.journal.'));

/** Syncs often enough for the fallback to be due. */
async function attempts(tab: Tab): Promise<void> {
  for (let i = 0; i < 4; i += 1) await tab.home.catchUp();
}

test('if IndexedDB fails, taps are sent from the journal in order and once', async () => {
  const { phone, tab, child, ella, serverHousehold } = await annasFamily();
  const named = (name: string) => ({ child, friend: ella.visitor, name, parentPhone: '070-1' });
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  phone.database = 'refuses';
  for (const name of ['Elsa', 'Elin']) await tab.home.run('editFriend', named(name));
  phone.isOnline = true;
  await attempts(tab);
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
  await attempts(again);
  expect(serverHousehold.visits()).toHaveLength(1);
  expect(journal(phone.stored)).toEqual([]);
});

test('after a lost reply the taps are sent again, and a refused tap is still listed after a reload', async () => {
  const { server, phone, tab, child, ella, serverHousehold } = await annasFamily();
  phone.database = 'refuses';
  byOtherPhone(serverHousehold, tab.home.account.uid, 'deleteFriend', { child, friend: ella.visitor });
  await tab.home.run('addFriend', { child, friend: 'nilsnilsnils', name: 'Nils', parentPhone: '070-1' });
  await tab.home.run('checkIn', ella);
  server.fault = (path) => (path === '/api/sync' ? 'reply-lost' : undefined);
  await attempts(tab);
  server.fault = () => undefined;
  await tab.home.catchUp();
  expect(serverHousehold.applied.filter(({ op }) => op.name === 'addFriend')).toHaveLength(2);
  expect(tab.home.view()).toMatchObject({ waiting: 0, refused: [{ name: 'checkIn' }] });
  const again = tab.reload();
  await attempts(again);
  expect(again.home.view().refused).toMatchObject([{ name: 'checkIn', refusal: { code: 'not-found' } }]);
});

test.each([
  ['right', 0],
  ['five days ahead', 5 * DAY_MS],
])(
  'with a clock that is %s a tap that waits after a restored backup holds up no tap about anybody else',
  async (_clock, error) => {
    const family = await annasFamily();
    const { server, phone, child, ella, serverHousehold } = family;
    phone.clockError = error;
    const tab = family.tab.reload();
    server.epoch = newId();
    await quiet(tab);
    const backup = serverHousehold.copy();
    const omar = { child, kind: 'friend', visitor: newId() } as const;
    const addOmar = (household: typeof backup) => {
      const args = { child, friend: omar.visitor, name: 'Omar', parentPhone: '070-1' };
      byOtherPhone(household, tab.home.account.uid, 'addFriend', args);
    };
    addOmar(serverHousehold);
    await quiet(tab);
    await tab.home.run('checkIn', omar);
    await quiet(tab);
    server.restore(serverHousehold, backup);
    await attempts(tab);
    expect(tab.home.view().waiting).toBe(1);
    phone.database = 'refuses';
    await tab.home.run('checkIn', ella);
    await attempts(tab);
    expect(backup.visits()).toMatchObject([{ visit: { visitor: { id: ella.visitor } } }]);
    expect(tab.home.view().waiting).toBe(1);
    addOmar(backup);
    await tab.home.run('checkOut', ella);
    await attempts(tab);
    expect(backup.visits().map(({ visit }) => visit.visitor.id)).toContain(omar.visitor);
    expect(tab.home.view()).toMatchObject({ waiting: 0, refused: [] });
  },
);
