import { expect, test } from 'vitest';
import { expectConsoleError } from '#tests/support/console/console-output.ts';
import { ANNA, annasFamily, appliedTo, BO, databases, quiet, row } from '#tests/support/phone/family.ts';
import { Phone } from '#tests/support/phone/phone.ts';
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

const MARK = 'framme.leaving';

async function signedOutOffline() {
  expectConsoleError(/The log-out failed/);
  const family = await annasFamily();
  const { phone, tab } = family;
  await quiet(tab);
  await expect.poll(() => phone.stored.get(`framme.held.${tab.home.account.uid}`)).toContain('hash-');
  const { account } = tab.home;
  phone.isOnline = false;
  await tab.data.logOut();
  return { ...family, account };
}

test('after a sign-out without a network the device says nothing of whose it was', async () => {
  const { phone, account } = await signedOutOffline();
  await expect.poll(() => databases(phone)).toEqual([]);
  const { uid, household, email } = account;
  expect(await tracesOf(phone, [uid, household, email, 'Ella', 'Kim'])).toEqual([]);
  expect(JSON.parse(phone.stored.get(MARK) ?? '')).toEqual({ session: `hash-${phone.jar.session}` });
});

test('the mark ends that session at the first contact, and no other one that began since', async () => {
  const { server, phone, tab } = await signedOutOffline();
  const previous = phone.jar.session ?? '';
  phone.isOnline = true;
  phone.jar.session = 'another';
  server.sessions.set('another', { uid: 'b'.repeat(26), household: 'b'.repeat(26), email: BO.email });
  tab.wake();
  await expect.poll(() => phone.stored.has(MARK)).toBe(false);
  expect(server.sessions.has('another')).toBe(true);
  expect(server.sessions.has(previous)).toBe(true);
});

test('a wipe that was cut short is finished by the next page, and the mark then names nobody', async () => {
  const { phone, tab, account } = await signedOutOffline();
  await tab.data.otherAccounts.discard(account);
  phone.stored.set(MARK, JSON.stringify({ ...account, session: 'hash-x' }));
  phone.openTab();
  await expect.poll(() => phone.stored.get(MARK)).toBe('{"session":"hash-x"}');
});

test('the mark of an older version, which names the account, ends whatever session is there', async () => {
  const { server, phone, account } = await signedOutOffline();
  phone.stored.set(MARK, JSON.stringify(account));
  phone.isOnline = true;
  phone.openTab();
  await expect.poll(() => phone.stored.has(MARK)).toBe(false);
  expect(server.sessions.size).toBe(0);
});

test('a session whose hash is not known yet is ended without it', async () => {
  const { server, phone, tab } = await annasFamily();
  await tab.data.logOut();
  server.fault = (path) => (path === '/api/held-accounts' ? 'request-lost' : undefined);
  await tab.data.signIn('logIn', ANNA);
  await tab.data.logOut();
  expect([server.sessions.size, phone.stored.has(MARK)]).toEqual([0, false]);
});

test('a deleted account is wiped from the device, unsent taps included, and cannot be signed in to', async () => {
  const { server, phone, tab, ella } = await annasFamily();
  server.fault = (path) => (path === '/api/sync' ? 'request-lost' : undefined);
  await tab.home.run('checkIn', ella);
  expect(tab.data.isAccountGone()).toBe(false);
  await tab.data.deleteAccount();
  server.fault = () => undefined;
  expect(tab.data.household()).toBeUndefined();
  expect(tab.data.isAccountGone()).toBe(true);
  expect([...phone.stored.keys()]).toEqual([]);
  await expect.poll(() => databases(phone)).toEqual([]);
  expect(server.requests.find(({ path }) => path === '/api/delete-account')?.body).toHaveProperty(
    'household',
  );
  await expect(tab.data.signIn('logIn', ANNA)).rejects.toMatchObject({ code: 'invalid-credentials' });
  await tab.data.signIn('register', BO);
  expect(tab.data.isAccountGone()).toBe(false);
});

test('a refused deletion leaves everything as it was, and an unanswered one can be tried again', async () => {
  const { server, phone, tab, child } = await annasFamily();
  for (const fault of [{ status: 403, code: 'reauthentication-needed' }, 'request-lost'] as const) {
    server.fault = (path) => (path === '/api/delete-account' ? fault : undefined);
    const code = fault === 'request-lost' ? 'offline' : fault.code;
    await expect(tab.data.deleteAccount()).rejects.toMatchObject({ code });
    expect(tab.home.view().children.map(({ id }) => id)).toEqual([child]);
    expect(await databases(phone)).toHaveLength(1);
  }
  server.fault = (path) => (path === '/api/delete-account' ? 'reply-lost' : undefined);
  await expect(tab.data.deleteAccount()).rejects.toMatchObject({ code: 'offline' });
  server.fault = () => undefined;
  await tab.data.deleteAccount();
  expect(tab.data.isAccountGone()).toBe(true);
  await expect.poll(() => databases(phone)).toEqual([]);
});

test('a deletion wipes the other tab and the other phone of the family, and no other family', async () => {
  const { server, phone, tab } = await annasFamily();
  const second = phone.openTab();
  const tablet = new Phone(server).openTab();
  await tablet.data.signIn('logIn', ANNA);
  const stranger = new Phone(server).openTab();
  await stranger.data.signIn('register', BO);
  await quiet(second, tablet, stranger);
  await tab.data.deleteAccount();
  await expect.poll(() => second.data.household()).toBeUndefined();
  await tablet.home.syncNow();
  await expect.poll(() => tablet.data.household()).toBeUndefined();
  expect(tablet.data.isAccountGone()).toBe(true);
  await expect.poll(() => [...tablet.phone.stored.keys()]).toEqual([]);
  await expect.poll(() => databases(tablet.phone)).toEqual([]);
  await stranger.home.syncNow();
  expect(stranger.home.view()).toMatchObject({ locked: false, state: 'loaded' });
});

test('a call or download refused with account-gone wipes the device', async () => {
  for (const asking of ['ask', 'download'] as const) {
    const { server, phone, tab } = await annasFamily();
    const tablet = new Phone(server).openTab();
    await tablet.data.signIn('logIn', ANNA);
    await quiet(tablet);
    await tablet.data.deleteAccount();
    const asked = asking === 'ask' ? tab.data.call('devices', {}) : tab.data.download('visits', () => {});
    await expect(asked).rejects.toMatchObject({ code: 'account-gone' });
    await expect.poll(() => tab.data.isAccountGone()).toBe(true);
    await expect.poll(() => databases(phone)).toEqual([]);
  }
});

test('a deletion refused with other-household locks the screen and deletes nothing', async () => {
  const { server, tab } = await annasFamily();
  server.fault = () => ({ status: 409, code: 'other-household' });
  await expect(tab.data.deleteAccount()).rejects.toMatchObject({ code: 'other-household' });
  await expect.poll(() => tab.home.view().locked).toBe(true);
  expect(tab.data.isAccountGone()).toBe(false);
});

test('a download reports its progress, and rejects with a code on failure', async () => {
  const { server, phone, tab } = await annasFamily();
  const progress: number[] = [];
  const blob = await tab.data.download('visits', (bytes) => progress.push(bytes));
  expect(JSON.parse(await blob.text())).toEqual({ visits: tab.home.account.household });
  expect(progress.at(-1)).toBe(blob.size);
  server.fault = () => ({ status: 401, code: 'not-signed-in' });
  await expect(tab.data.download('visits', () => {})).rejects.toMatchObject({ code: 'not-signed-in' });
  server.fault = () => undefined;
  phone.isOnline = false;
  await expect(tab.data.download('visits', () => {})).rejects.toMatchObject({ code: 'offline' });
});
