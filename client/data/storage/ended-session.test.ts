import { expect, test } from 'vitest';
import { ANNA, annasFamily, appliedTo, BO, quiet, row } from '#tests/support/phone/family.ts';
import type { Phone } from '#tests/support/phone/phone.ts';
import { dumpOf, tracesOf } from '#tests/support/phone/phone-backup.ts';
import type { OtherAccounts } from './other-accounts/other-accounts.ts';

const FAMILY = ['Anna', 'Kim', 'Ella', '070-123'];
const traces = (phone: Phone) => tracesOf(phone, FAMILY);

// docs/sync.md: PH9
test('a session that expired locks the device and keeps all that is on it', async () => {
  const { server, phone, tab } = await annasFamily();
  server.sessions.clear();
  await tab.home.syncNow();
  expect(tab.home.view()).toMatchObject({ locked: true, ended: false, state: 'loaded' });
  expect(await traces(phone)).toEqual(FAMILY);
  const again = tab.reload();
  await expect.poll(() => again.home.view().locked).toBe(true);
  expect(await traces(phone)).toEqual(FAMILY);
});

// docs/sync.md: PH9
test('a session that was ended on purpose leaves nothing on the device, also in another tab, until somebody signs in', async () => {
  const { server, phone, tab, ella } = await annasFamily();
  const other = phone.openTab();
  await quiet(other);
  expect(await dumpOf(phone)).toContain(ANNA.email);
  server.signOutAll(ANNA.email);
  await tab.home.syncNow();
  expect(tab.home.view()).toMatchObject({ locked: true, ended: true });
  expect(await traces(phone)).toEqual([]);
  // The open page asks for the password alone; the device has the masked address.
  expect(tab.home.account.email).toBe(ANNA.email);
  await expect.poll(() => other.home.view()).toMatchObject({ locked: true, ended: true });
  const again = tab.reload();
  phone.isOnline = false;
  await expect.poll(() => again.home.view()).toMatchObject({ locked: true, ended: true, children: [] });
  expect(again.home.account.email).toBe('');
  phone.isOnline = true;
  await (again.data.otherAccounts as OtherAccounts).wipeOtherAccounts({ asks: true });
  const dump = await dumpOf(phone);
  expect([dump.includes('anna@'), dump.includes('a…@e….org')]).toEqual([false, true]);
  await again.data.signIn('logIn', ANNA);
  expect(again.home.account.email).toBe(ANNA.email);
  await quiet(again, other);
  expect(again.home.view()).toMatchObject({ locked: false, ended: false });
  expect(row(other.home.view(), ella)?.name).toBe('Ella');
  expect(await traces(phone)).toEqual(FAMILY);
});

test('what was not sent when the session was ended on purpose is sent after the next sign-in, once and in order', async () => {
  const { server, phone, tab, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  phone.database = 'refuses';
  await tab.home.run('checkOut', ella);
  phone.database = 'works';
  server.signOutAll(ANNA.email);
  phone.isOnline = true;
  await tab.home.syncNow();
  expect(tab.home.view()).toMatchObject({ ended: true, waiting: 2 });
  const dump = await dumpOf(phone);
  expect([dump.includes('070-123'), dump.includes('Anna')]).toEqual([false, false]);
  const again = tab.reload();
  await expect.poll(() => again.home.view()).toMatchObject({ locked: true, waiting: 2 });
  await again.data.signIn('logIn', ANNA);
  await quiet(again);
  expect(appliedTo(serverHousehold)).toEqual(['checkIn', 'checkOut']);
  expect(row(again.home.view(), ella)).toMatchObject({ status: 'out', row: 'confirmed' });
});

test('a page keeps what it shows in memory until it is told to forget it, and loads it again', async () => {
  for (const forgets of [false, true]) {
    const { server, tab, ella } = await annasFamily();
    server.signOutAll(ANNA.email);
    await tab.home.syncNow();
    if (forgets) tab.home.forget();
    expect(tab.home.view().children.length).toBe(forgets ? 0 : 1);
    const states: string[] = [];
    tab.home.subscribe(() => states.push(`${tab.home.view().state} ${tab.home.view().locked}`));
    await tab.data.signIn('logIn', ANNA);
    await quiet(tab);
    expect(row(tab.home.view(), ella)?.name).toBe('Ella');
    // Never locked again, and a page that was kept is never empty.
    expect([...new Set(states)]).toEqual(forgets ? ['loading false', 'loaded false'] : ['loaded false']);
  }
});

test('a call that is refused because the session was ended on purpose wipes the device too', async () => {
  const { server, phone, tab } = await annasFamily();
  server.signOutAll(ANNA.email);
  await expect(tab.data.call('devices', {})).rejects.toMatchObject({ code: 'not-signed-in' });
  await expect.poll(() => traces(phone)).toEqual([]);
});

test('a device that was signed out by a former version, or that changed its address since, forgets the address too', async () => {
  const { server, phone, tab } = await annasFamily();
  const { uid, household } = tab.home.account;
  server.signOutAll(ANNA.email);
  await tab.home.syncNow();
  phone.stored.set('framme.account', JSON.stringify({ uid, household, email: 'kim+åsa@example.se' }));
  await tab.home.syncNow();
  expect(await dumpOf(phone)).not.toContain('kim+åsa');
});

test('a device whose storage fails as its session is ended is wiped at the next attempt', async () => {
  const { server, phone, tab } = await annasFamily();
  server.signOutAll(ANNA.email);
  server.beforeReply = async (path) => {
    if (path === '/api/sync') phone.database = 'refuses';
  };
  await tab.home.syncNow();
  expect(tab.home.view().locked).toBe(true);
  server.beforeReply = async () => undefined;
  phone.database = 'works';
  expect(await traces(phone)).toEqual(FAMILY);
  await tab.home.syncNow();
  expect(await traces(phone)).toEqual([]);
});

test('another family on a device that was wiped so sees nothing, and the first finds it unlocked', async () => {
  const { server, phone, tab, ella } = await annasFamily();
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  phone.isOnline = true;
  server.signOutAll(ANNA.email);
  await tab.home.syncNow();
  await tab.data.signIn('register', BO);
  await quiet(tab);
  await expect.poll(() => tab.data.otherAccounts.list).toHaveLength(1);
  await tab.data.logOut();
  await tab.data.signIn('logIn', ANNA);
  const locked: boolean[] = [];
  tab.home.subscribe(() => locked.push(tab.home.view().locked));
  await quiet(tab);
  expect(locked).not.toContain(true);
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', row: 'confirmed' });
});
