import { expect, test } from 'vitest';
import { ANNA, annasFamily, BO, databases, quiet } from '#tests/support/phone/family.ts';
import { Phone } from '#tests/support/phone/phone.ts';

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
