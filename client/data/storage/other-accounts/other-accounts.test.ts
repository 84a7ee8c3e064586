import { expect, test } from 'vitest';
import { ANNA, annasFamily, appliedTo, BO, type Family, quiet } from '#tests/support/phone/family.ts';
import { Phone, type Tab } from '#tests/support/phone/phone.ts';
import { dumpOf, tracesOf } from '#tests/support/phone/phone-backup.ts';

/** Names that must not stay of Anna's family, and her ids. */
const namesOf = ({ tab: { home } }: Family) => [
  ...['Anna', 'Kim', 'Ella', 'anna@', '070-123', home.account.uid, home.account.household],
];

/** Anna's session expires, and Bo signs in on her phone. */
async function boTakesOver({ server, tab }: Family): Promise<void> {
  server.sessions.clear();
  await tab.home.syncNow();
  await tab.data.signIn('register', BO);
  await quiet(tab);
}

/** Anna's phone with two taps that were never sent, one of them only in the journal. */
async function withUnsentTaps(): Promise<Family> {
  const family = await annasFamily();
  const { phone, tab, ella } = family;
  await expect.poll(() => phone.stored.get(`framme.held.${tab.home.account.uid}`)).toContain('hash-');
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  phone.database = 'refuses';
  await tab.home.run('checkOut', ella);
  // An exchange under way fails while the phone is offline.
  await tab.home.syncNow();
  phone.database = 'works';
  phone.isOnline = true;
  return family;
}

const listed = ({ data }: Tab) => data.otherAccounts.list.map(({ name, waiting }) => `${name} ${waiting}`);

test('nothing of a family whose session ended stays on the device once another has signed in', async () => {
  const family = await annasFamily();
  const names = namesOf(family);
  expect(await tracesOf(family.phone, names)).toEqual(names);
  await boTakesOver(family);
  await expect.poll(() => tracesOf(family.phone, names)).toEqual([]);
  expect(family.tab.data.otherAccounts.list).toEqual([]);
  expect(await dumpOf(family.phone)).toContain(BO.email);
});

test('what an older version left of a family is wiped at the next start, also before anybody signs in', async () => {
  for (const isBoSignedIn of [true, false]) {
    const family = await annasFamily();
    const { phone, tab } = family;
    const names = namesOf(family);
    tab.kill();
    phone.stored.clear();
    delete phone.jar.session;
    if (isBoSignedIn) await signInElsewhere(family);
    expect(await tracesOf(phone, names)).toContain('Kim');
    phone.openTab();
    await expect.poll(() => tracesOf(phone, names)).toEqual([]);
  }
});

/** Makes Bo's the session of the phone, as an older version left it. */
async function signInElsewhere({ server, phone }: Family): Promise<void> {
  const other = new Phone(server);
  await other.openTab().data.signIn('register', BO);
  phone.stored.set('framme.account', other.stored.get('framme.account') ?? '');
  Object.assign(phone.jar, other.jar);
}

test('a browser that lists no databases is wiped of every account that was noted', async () => {
  const family = await annasFamily();
  const names = namesOf(family);
  family.phone.listsDatabases = false;
  await boTakesOver(family);
  await expect.poll(() => tracesOf(family.phone, names)).toEqual([]);
});

test('unsent taps of another account are listed without names, and nothing else of it stays', async () => {
  const family = await withUnsentTaps();
  const { server, phone, tab, serverHousehold } = family;
  await boTakesOver(family);
  await expect.poll(() => listed(tab)).toEqual(['a…@e….org 2']);
  expect(tab.home.view()).toMatchObject({ children: [], history: [], waiting: 0 });
  expect([server.householdOf(BO.email).applied, serverHousehold.visits()]).toEqual([[], []]);
  // The taps themselves name whom they are about.
  expect(await tracesOf(phone, ['Anna', 'anna@', '070-123'])).toEqual([]);
  const again = tab.reload();
  await expect.poll(() => listed(again)).toEqual(['a…@e….org 2']);
  await again.data.logOut();
  await expect.poll(() => listed(again)).toEqual(['a…@e….org 2']);
  await again.data.signIn('logIn', ANNA);
  await quiet(again);
  expect(appliedTo(serverHousehold)).toEqual(['checkIn', 'checkOut']);
  await expect.poll(() => listed(again)).toEqual([]);
});

test('a tap that another window stores while the device is swept is kept', async () => {
  const family = await annasFamily();
  const { phone, tab, server, ella } = family;
  const { household, uid } = tab.home.account;
  const key = `framme.journal.${household}.${uid}.`;
  const tap = { op: 'born-meanwhile', order: 1, tappedAt: 1, name: 'checkIn', args: ella, zone: 'UTC' };
  const remove = phone.indexedDB.deleteDatabase.bind(phone.indexedDB);
  phone.indexedDB.deleteDatabase = (name) => {
    phone.stored.set(key + tap.op, JSON.stringify(tap));
    return remove(name);
  };
  server.sessions.clear();
  await tab.home.syncNow();
  await tab.data.signIn('register', BO);
  await expect.poll(() => tab.data.otherAccounts.list).toHaveLength(1);
  expect(tab.data.otherAccounts.list[0]).toMatchObject({ waiting: 1 });
  expect([...phone.stored.keys()].filter((stored) => stored.startsWith(key))).toEqual([key + tap.op]);
});

test('discarding them leaves nothing of the account', async () => {
  const family = await withUnsentTaps();
  const names = namesOf(family);
  await boTakesOver(family);
  await expect.poll(() => family.tab.data.otherAccounts.list).toHaveLength(1);
  for (const one of family.tab.data.otherAccounts.list) await family.tab.data.otherAccounts.discard(one);
  await expect.poll(() => tracesOf(family.phone, names)).toEqual([]);
  expect(family.tab.data.otherAccounts.list).toEqual([]);
});

test('unsent taps of an account that was deleted meanwhile go at the next contact, and not before', async () => {
  const family = await withUnsentTaps();
  const { server, phone, tab } = family;
  const names = namesOf(family);
  await boTakesOver(family);
  await expect.poll(() => listed(tab)).toEqual(['a…@e….org 2']);
  const elsewhere = new Phone(server).openTab();
  await elsewhere.data.signIn('logIn', ANNA);
  await elsewhere.data.deleteAccount();
  phone.isOnline = false;
  const offline = tab.reload();
  await expect.poll(() => listed(offline)).toEqual(['a…@e….org 2']);
  phone.isOnline = true;
  offline.wake();
  await expect.poll(() => tracesOf(phone, names)).toEqual([]);
  expect(offline.data.otherAccounts.list).toEqual([]);
  expect(offline.home.account.email).toBe(BO.email);
});

test('a device whose cookie is lost learns that the account of its locked household was deleted', async () => {
  const family = await withUnsentTaps();
  const { server, phone, tab } = family;
  const names = namesOf(family);
  const elsewhere = new Phone(server).openTab();
  await elsewhere.data.signIn('logIn', ANNA);
  delete phone.jar.session;
  await elsewhere.data.deleteAccount();
  await tab.data.household()?.syncNow();
  await expect.poll(() => tracesOf(phone, names)).toEqual([]);
  expect(tab.data.isAccountGone()).toBe(true);
});

test('a device without IndexedDB keeps what it cannot read, and wipes it once it can', async () => {
  const family = await annasFamily();
  const { phone, tab } = family;
  const names = namesOf(family);
  phone.database = 'refuses';
  await tab.data.signIn('register', BO);
  phone.database = 'works';
  expect(await tracesOf(phone, names)).toContain('Kim');
  const again = tab.reload();
  await expect.poll(() => tracesOf(phone, names)).toEqual([]);
  await quiet(again);
});
