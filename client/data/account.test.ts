import { expect, test } from 'vitest';
import { expectConsoleError } from '#tests/support/console/console-output.ts';
import { gate } from '#tests/support/gate.ts';
import { ANNA, annasFamily, BO, quiet, row } from '#tests/support/phone/family.ts';
import { Phone } from '#tests/support/phone/phone.ts';

const databases = async (phone: Phone) => (await phone.indexedDB.databases()).map(({ name }) => name);

test('the signed-in account is known without a network', async () => {
  const { phone, tab } = await annasFamily();
  phone.isOnline = false;
  const again = tab.reload();
  await again.data.ready;
  expect(again.home.account.email).toBe(ANNA.email);
  await expect.poll(() => again.home.view().children[0]?.name).toBe('Kim');
  expect(again.data.household()).toBe(again.data.household());
});

test('a failed sign-in rejects with the code invalid-credentials or offline', async () => {
  const { phone, tab } = await annasFamily();
  await tab.data.logOut();
  await expect(tab.data.signIn('logIn', { email: ANNA.email, password: 'nej' })).rejects.toMatchObject({
    name: 'CallFailed',
    code: 'invalid-credentials',
  });
  phone.isOnline = false;
  await expect(tab.data.signIn('logIn', ANNA)).rejects.toMatchObject({ code: 'offline' });
  expect(tab.data.household()).toBeUndefined();
});

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

test('an offline sign-out ends the session with the first request once online', async () => {
  expectConsoleError(/The log-out failed/);
  const { server, phone, tab, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.data.logOut();
  expect(server.sessions.size).toBe(1);
  const again = tab.reload();
  await again.data.ready;
  expect(again.data.household()).toBeUndefined();
  await expect(again.data.signIn('logIn', ANNA)).rejects.toMatchObject({ code: 'offline' });
  const heard = server.requests.length;
  phone.isOnline = true;
  await again.data.signIn('register', BO);
  expect(server.requests.slice(heard).map(({ path }) => path)[0]).toBe('/api/log-out');
  expect(again.home.account.email).toBe(BO.email);
  expect(serverHousehold.applied).toHaveLength(2);
});

test('an interrupted sign-out is finished at the next start and ends the session once online', async () => {
  const { server, phone, tab } = await annasFamily();
  phone.isOnline = false;
  void tab.data.logOut();
  const again = tab.reload();
  await expect.poll(() => databases(phone)).toEqual([]);
  phone.isOnline = true;
  again.wake();
  await expect.poll(() => server.sessions.size).toBe(0);
  await expect.poll(() => [...phone.stored.keys()]).toEqual([]);
});

test('a session ended elsewhere locks the screen without losing taps; signing in again unlocks it', async () => {
  const { server, tab, ella, serverHousehold } = await annasFamily();
  server.sessions.clear();
  await tab.home.run('checkIn', ella);
  await tab.home.catchUp();
  expect(tab.home.view()).toMatchObject({ locked: true, offline: false, waiting: 1, state: 'loaded' });
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', row: 'waiting' });
  const again = tab.reload();
  await expect.poll(() => again.home.view()).toMatchObject({ locked: true, waiting: 1 });
  const household = again.home;
  await again.data.signIn('logIn', ANNA);
  await quiet(again);
  expect(again.home).toBe(household);
  expect(again.home.view()).toMatchObject({ locked: false, waiting: 0 });
  expect(serverHousehold.visits()).toHaveLength(1);
});

// docs/sync.md: PH10
test('a second account neither sees nor sends the unsent taps of the first, which are kept for it', async () => {
  const { server, phone, tab, ella, serverHousehold } = await annasFamily();
  phone.isOnline = false;
  await tab.home.run('checkIn', ella);
  phone.database = 'refuses';
  await tab.home.run('checkOut', ella);
  phone.database = 'works';
  phone.isOnline = true;
  server.sessions.clear();
  await tab.data.signIn('register', BO);
  await quiet(tab);
  expect(tab.home.view()).toMatchObject({ children: [], history: [], waiting: 0 });
  const bos = tab.reload();
  await quiet(bos);
  expect(bos.home.view()).toMatchObject({ children: [], waiting: 0 });
  expect(server.householdOf(BO.email).applied).toEqual([]);
  expect(serverHousehold.visits()).toEqual([]);
  await bos.data.logOut();
  await bos.data.signIn('logIn', ANNA);
  await quiet(bos);
  expect(serverHousehold.applied.slice(-2).map(({ op }) => op.name)).toEqual(['checkIn', 'checkOut']);
  expect(row(bos.home.view(), ella)).toMatchObject({ status: 'out', hasVisited: true });
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
  await tab.home.catchUp();
  expect(tab.home.view().locked).toBe(true);
  for (const [token, account] of sessions) server.sessions.set(token, account);
  await tab.home.catchUp();
  expect(tab.home.view().locked).toBe(false);
});

test('a page that holds the session cookie of another family locks and sends nothing', async () => {
  const { server, phone, tab, ella, serverHousehold } = await annasFamily();
  const other = new Phone(server);
  await other.openTab().data.signIn('register', BO);
  Object.assign(phone.jar, other.jar);
  await tab.home.run('checkIn', ella);
  await tab.home.catchUp();
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

test('the first load fails without a network and succeeds once it is back', async () => {
  const { server, phone, tab } = await annasFamily();
  await tab.data.logOut();
  server.fault = (path) => (path === '/api/sync' ? 'request-lost' : undefined);
  await tab.data.signIn('logIn', ANNA);
  expect(tab.home.view().state).toBe('loading');
  await tab.home.catchUp();
  expect(tab.home.view()).toMatchObject({ state: 'failed', offline: true, lastHeard: undefined });
  server.fault = () => undefined;
  await tab.home.catchUp();
  expect(tab.home.view()).toMatchObject({ state: 'loaded', offline: false });
  expect([...phone.stored.keys()].filter((key) => key.includes('journal'))).toEqual([]);
});

test('a reply that arrives after the sign-out is not stored', async () => {
  const { server, phone, tab, ella } = await annasFamily();
  await tab.home.run('checkIn', ella);
  const { passed, open } = gate();
  server.beforeReply = (path) => (path === '/api/sync' ? passed : Promise.resolve());
  void tab.home.catchUp();
  await tab.data.logOut();
  open();
  await expect.poll(() => databases(phone)).toEqual([]);
});

test('a page that missed the sign-in of another tab finds the account when it wakes', async () => {
  const { phone } = await annasFamily();
  const account = phone.stored.get('framme.account') ?? '';
  phone.stored.delete('framme.account');
  const late = phone.openTab();
  expect(late.data.household()).toBeUndefined();
  phone.stored.set('framme.account', account);
  late.wake();
  expect(late.data.household()?.account.email).toBe(ANNA.email);
});
