import { expect, test } from 'vitest';
import { expectConsoleError } from '#tests/support/console/console-output.ts';
import { ANNA, annasFamily, BO, quiet } from '#tests/support/phone/family.ts';
import { Phone } from '#tests/support/phone/phone.ts';

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
  await tab.home.catchUp();
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

test('an offline sign-out is sent before any other call', async () => {
  expectConsoleError(/The log-out failed/);
  const { server, phone, tab } = await annasFamily();
  phone.isOnline = false;
  await tab.data.logOut();
  await expect(tab.data.ask('signInMethods', {})).rejects.toMatchObject({ code: 'offline' });
  expect(server.sessions.size).toBe(1);
  phone.isOnline = true;
  const heard = server.requests.length;
  await tab.data.ask('signInMethods', {}).catch(() => undefined);
  expect(server.requests.slice(heard).map(({ path }) => path)).toEqual([
    '/api/log-out',
    '/api/sign-in-methods',
  ]);
  expect(server.sessions.size).toBe(0);
});
