import { expect, test } from 'vitest';
import { expectConsoleError } from '#tests/support/console/console-output.ts';
import { ANNA, annasFamily, BO, databases, quiet } from '#tests/support/phone/family.ts';
import { tracesOf } from '#tests/support/phone/phone-backup.ts';

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
