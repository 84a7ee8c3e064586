import { expect, test } from 'vitest';
import type { Id } from '#domain/ids.ts';
import type { Followed } from '#domain/protocol/following-calls.ts';
import { dumpOf } from '#tests/support/phone/dump.ts';
import { annasFamily, quiet } from '#tests/support/phone/family.ts';

const asOf = '2026-11-20T15:10:00.000Z';

/** A reply about one child who is followed. */
function replyTo(household: Id, more: Partial<Followed> = {}): Followed {
  const visit = {
    ...{
      visitor: 'Ella',
      child: 'Kim',
      open: true,
      arrived: { at: '2026-11-20T14:04:00.000Z', zone: 'UTC' },
    },
    ...{ left: null, expected: null, answer: null, isOwn: false, asOf },
  };
  const row = { id: 'ellafollowed', askedAt: asOf, agreedAt: asOf, name: 'Ella', child: 'Kim', visit };
  return { household, asOf, following: [row], ...more };
}

test('what is followed is shown, also after a reload without a network, and in the other tabs', async () => {
  const { phone, tab } = await annasFamily();
  const other = phone.openTab();
  await other.data.ready;
  const reply = replyTo(tab.home.account.household);
  await tab.home.keepFollowed(reply);
  expect(tab.home.view().followed).toEqual(reply);
  await expect.poll(() => other.home.view().followed).toEqual(reply);
  phone.isOnline = false;
  const again = tab.reload();
  await again.home.opened;
  expect(again.home.view().followed).toEqual(reply);
});

test('a reply about another household is neither shown nor stored', async () => {
  const { tab } = await annasFamily();
  await tab.home.keepFollowed(replyTo('anotherhousehold'));
  expect(tab.home.view().followed).toBeUndefined();
  const again = tab.reload();
  await again.home.opened;
  expect(again.home.view().followed).toBeUndefined();
});

test('a tap, a reply of the server and the same reply again leave it as it is', async () => {
  const { tab, ella } = await annasFamily();
  const reply = replyTo(tab.home.account.household);
  await tab.home.keepFollowed(reply);
  const shown = tab.home.view().followed;
  await tab.home.run('checkIn', ella);
  await quiet(tab);
  await tab.home.keepFollowed(structuredClone(reply));
  expect(tab.home.view().followed).toBe(shown);
});

test('a household that follows nobody writes and renders nothing, and the end of the last following leaves nothing', async () => {
  const { tab } = await annasFamily();
  const { household } = tab.home.account;
  let changes = 0;
  tab.home.subscribe(() => changes++);
  await tab.home.keepFollowed(replyTo(household, { following: [] }));
  expect(changes).toBe(0);
  await tab.home.keepFollowed(replyTo(household));
  await tab.home.keepFollowed(replyTo(household, { following: [] }));
  expect([changes, tab.home.view().followed]).toEqual([2, undefined]);
});

test('memory keeps it while storage fails, and gives it back', async () => {
  const { phone, tab } = await annasFamily();
  const reply = replyTo(tab.home.account.household);
  phone.database = 'refuses';
  await tab.home.keepFollowed(reply);
  expect(tab.home.view().followed).toEqual(reply);
  phone.database = 'works';
  await tab.home.catchUp();
  const again = tab.reload();
  await again.home.opened;
  expect(again.home.view().followed).toEqual(reply);
});

test('a sign-out wipes it, and a reply that comes afterwards is not stored', async () => {
  const { phone, tab } = await annasFamily();
  const { home } = tab;
  const reply = replyTo(home.account.household);
  await home.keepFollowed(reply);
  expect(await dumpOf(phone)).toContain('ellafollowed');
  await tab.data.logOut();
  await home.keepFollowed(reply);
  expect(await dumpOf(phone)).not.toContain('ellafollowed');
});

test('a page whose session was ended on purpose forgets it', async () => {
  const { tab } = await annasFamily();
  await tab.home.keepFollowed(replyTo(tab.home.account.household));
  tab.home.forget();
  expect(tab.home.view().followed).toBeUndefined();
});
