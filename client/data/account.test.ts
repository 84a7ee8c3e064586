import { expect, test } from 'vitest';
import type { FrammeData } from '#client/data/port.ts';
import { expectConsoleError } from '#tests/support/console/console-output.ts';
import { gate } from '#tests/support/gate.ts';
import { ANNA, annasFamily, BO, databases, quiet, row } from '#tests/support/phone/family.ts';
import { Phone } from '#tests/support/phone/phone.ts';

test('a sign-out wipes the device; signing in again loads all data from the server', async () => {
  const { server, phone, tab, ella } = await annasFamily();
  await tab.home.run('checkIn', ella);
  await quiet(tab);
  phone.database = 'refuses';
  await tab.home.run('checkOut', ella);
  await tab.data.logOut();
  phone.database = 'works';
  expect(tab.data.household()).toBeUndefined();
  expect([...phone.stored.keys()]).toEqual([]);
  await expect.poll(() => databases(phone)).toEqual([]);
  expect(server.sessions.size).toBe(0);
  expect(phone.openTab().data.household()).toBeUndefined();
  await tab.data.signIn('logIn', ANNA);
  await quiet(tab);
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', row: 'confirmed' });
});

test.each([
  ['a sign-in', (data: FrammeData): Promise<unknown> => data.signIn('register', BO)],
  ['another call', (data: FrammeData) => data.call('signInMethods', {}).catch(() => undefined)],
])('an offline sign-out ends the session before %s', async (_name, ask) => {
  expectConsoleError(/The log-out failed/);
  const { server, phone, tab, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.data.logOut();
  const { data } = tab.reload();
  await data.ready;
  expect(data.household()).toBeUndefined();
  await expect(data.signIn('logIn', ANNA)).rejects.toMatchObject({ code: 'offline' });
  await expect(data.call('signInMethods', {})).rejects.toMatchObject({ code: 'offline' });
  expect(server.sessions.size).toBe(1);
  const heard = server.requests.length;
  phone.isOnline = true;
  await ask(data);
  expect(server.requests[heard]?.path).toBe('/api/log-out');
  expect(server.sessions.has(phone.jar.session ?? '')).toBe(data.household() !== undefined);
  expect(serverHousehold.applied).toHaveLength(2);
});

test('without localStorage a sign-in lasts as long as the page', async () => {
  const { server, phone, tab } = await annasFamily();
  await tab.data.logOut();
  phone.storage = 'refuses';
  await tab.data.signIn('logIn', ANNA);
  await quiet(tab);
  expect(tab.home.view().children).toHaveLength(1);
  await tab.data.logOut();
  expect(tab.data.household()).toBeUndefined();
  expect(server.sessions.size).toBe(0);
});

test('the screen unlocks by itself when the session is valid again', async () => {
  const { server, tab } = await annasFamily();
  const sessions = [...server.sessions];
  server.sessions.clear();
  await tab.home.syncNow();
  expect(tab.home.view().locked).toBe(true);
  for (const [token, account] of sessions) server.sessions.set(token, account);
  await tab.home.syncNow();
  expect(tab.home.view().locked).toBe(false);
});

test('a page that holds the session cookie of another family locks and sends nothing', async () => {
  const { server, phone, tab, ella, serverHousehold } = await annasFamily();
  const other = new Phone(server);
  await other.openTab().data.signIn('register', BO);
  Object.assign(phone.jar, other.jar);
  await tab.home.run('checkIn', ella);
  await tab.home.syncNow();
  expect(tab.home.view()).toMatchObject({ locked: true, waiting: 1 });
  expect(serverHousehold.visits()).toEqual([]);
  expect(server.householdOf(BO.email).applied).toEqual([]);
});

test('a valid session without a stored account signs in its account', async () => {
  const { phone, tab, ella } = await annasFamily();
  phone.stored.clear();
  const again = tab.reload();
  expect(again.data.household()).toBeUndefined();
  await expect.poll(() => again.data.household()?.account.email).toBe(ANNA.email);
  await quiet(again);
  expect(row(again.home.view(), ella)?.name).toBe('Ella');
});

test('a reply that arrives after the sign-out is not stored', async () => {
  const { server, phone, tab, ella } = await annasFamily();
  await tab.home.run('checkIn', ella);
  const { passed, open } = gate();
  server.beforeReply = (path) => (path === '/api/sync' ? passed : Promise.resolve());
  void tab.home.syncNow();
  await tab.data.logOut();
  open();
  await expect.poll(() => databases(phone)).toEqual([]);
});

test('a first load that fails says if the network or the server is the cause', async () => {
  const { server, tab } = await annasFamily();
  await tab.data.logOut();
  server.fault = (path) => (path === '/api/sync' ? 'request-lost' : undefined);
  await tab.data.signIn('logIn', ANNA);
  expect(tab.home.view().state).toBe('loading');
  await tab.home.syncNow();
  expect(tab.home.view()).toMatchObject({
    ...{ state: 'failed', cause: 'network', offline: true, lastHeard: undefined },
  });
  server.fault = (path) => (path === '/api/sync' ? { status: 500, code: 'internal' } : undefined);
  await tab.home.syncNow();
  expect(tab.home.view()).toMatchObject({ state: 'failed', cause: 'server', offline: true });
  server.fault = () => undefined;
  await tab.home.syncNow();
  expect(tab.home.view()).toMatchObject({ state: 'loaded', offline: false });
});

test('a session of another account is adopted, and the taps of the first family are kept unseen', async () => {
  const { server, phone, tab, ella, serverHousehold } = await annasFamily();
  const other = new Phone(server);
  await other.openTab().data.signIn('register', BO);
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  phone.isOnline = true;
  Object.assign(phone.jar, other.jar);
  const account = await tab.data.adoptSession();
  expect(account?.email).toBe(BO.email);
  expect(tab.home.account.email).toBe(BO.email);
  await quiet(tab);
  expect(tab.home.view()).toMatchObject({ children: [], waiting: 0 });
  expect(serverHousehold.visits()).toEqual([]);
});

test('a new session of the same account unlocks the open household', async () => {
  const { server, phone, tab } = await annasFamily();
  server.sessions.clear();
  await tab.home.syncNow();
  expect(tab.home.view().locked).toBe(true);
  const other = new Phone(server);
  await other.openTab().data.signIn('logIn', ANNA);
  Object.assign(phone.jar, other.jar);
  const household = tab.home;
  await tab.data.adoptSession();
  await quiet(tab);
  expect(tab.home).toBe(household);
  expect(tab.home.view().locked).toBe(false);
});

test('without a session nobody is signed in; without a network the call rejects with offline', async () => {
  const { server, phone, tab } = await annasFamily();
  await tab.data.logOut();
  server.sessions.clear();
  expect(await tab.data.adoptSession()).toBeUndefined();
  expect(tab.data.household()).toBeUndefined();
  phone.isOnline = false;
  await expect(tab.data.adoptSession()).rejects.toMatchObject({ code: 'offline' });
});
