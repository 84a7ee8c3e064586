import { expect, test } from 'vitest';
import type { Id } from '#domain/ids.ts';
import type { FollowList } from '#domain/protocol/following-calls.ts';
import { annasFamily, quiet } from '#tests/support/phone/family.ts';
import { dumpOf } from '#tests/support/phone/phone-backup.ts';

const asOf = '2026-11-20T15:10:00.000Z';

/** A reply about one child who is followed. */
function replyTo(household: Id, more: Partial<FollowList> = {}): FollowList {
  const row = { id: 'ellafollowed', askedAt: asOf, agreedAt: asOf, name: 'Ella', child: 'Kim', visit: null };
  return { household, asOf, following: [row], ...more };
}

test('what is followed is shown, also after a reload without a network, and in the other tabs', async () => {
  const { phone, tab } = await annasFamily();
  const other = phone.openTab();
  await other.data.ready;
  const reply = replyTo(tab.home.account.household);
  await tab.home.saveFollows(reply);
  expect(tab.home.view().followed).toEqual(reply);
  await expect.poll(() => other.home.view().followed).toEqual(reply);
  phone.isOnline = false;
  const again = tab.reload();
  await again.home.opened;
  expect(again.home.view().followed).toEqual(reply);
});

test('a reply about another household is neither shown nor stored', async () => {
  const { tab } = await annasFamily();
  await tab.home.saveFollows(replyTo('anotherhousehold'));
  expect(tab.home.view().followed).toBeUndefined();
  const again = tab.reload();
  await again.home.opened;
  expect(again.home.view().followed).toBeUndefined();
});

test('a tap, a reply of the server and the same reply again leave it as it is', async () => {
  const { tab, ella } = await annasFamily();
  const reply = replyTo(tab.home.account.household);
  await tab.home.saveFollows(reply);
  const shown = tab.home.view().followed;
  await tab.home.run('checkIn', ella);
  await quiet(tab);
  await tab.home.saveFollows(structuredClone(reply));
  expect(tab.home.view().followed).toBe(shown);
});

test('a household that follows nobody writes and renders nothing, and the end of the last following leaves nothing', async () => {
  const { tab } = await annasFamily();
  const { household } = tab.home.account;
  let changes = 0;
  tab.home.subscribe(() => changes++);
  await tab.home.saveFollows(replyTo(household, { following: [] }));
  expect(changes).toBe(0);
  await tab.home.saveFollows(replyTo(household));
  await tab.home.saveFollows(replyTo(household, { following: [] }));
  expect([changes, tab.home.view().followed]).toEqual([2, undefined]);
});

test('memory keeps it while storage fails, and gives it back', async () => {
  const { phone, tab } = await annasFamily();
  const reply = replyTo(tab.home.account.household);
  phone.database = 'refuses';
  await tab.home.saveFollows(reply);
  expect(tab.home.view().followed).toEqual(reply);
  phone.database = 'works';
  await tab.home.syncNow();
  const again = tab.reload();
  await again.home.opened;
  expect(again.home.view().followed).toEqual(reply);
});

test('a sign-out wipes it, and a reply that comes afterwards is not stored', async () => {
  const { phone, tab } = await annasFamily();
  const { home } = tab;
  const reply = replyTo(home.account.household);
  await home.saveFollows(reply);
  expect(await dumpOf(phone)).toContain('ellafollowed');
  await tab.data.logOut();
  await home.saveFollows(reply);
  expect(await dumpOf(phone)).not.toContain('ellafollowed');
});

test('a page whose session was ended on purpose forgets it', async () => {
  const { tab } = await annasFamily();
  await tab.home.saveFollows(replyTo(tab.home.account.household));
  tab.home.forget();
  expect(tab.home.view().followed).toBeUndefined();
});
