import { expect, test } from 'vitest';
import { initialProfile } from '#domain/protocol/registration.ts';
import { newId } from '#tests/support/people/household.ts';
import { NOON } from '#tests/support/people/stored-family.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openStoreIn } from '#tests/support/server/open-store.ts';

const maja = { firstName: 'Maja', lastName: 'Lind', email: 'maja@example.org', password: '' };

test('a registration that fails half-way leaves nothing, and may be tried again', async () => {
  const store = openStoreIn(temporaryFolder());
  const { email } = maja;
  const account = { uid: newId(), household: newId(), email, emailKey: email };
  const stored = { ...account, passwordHash: 'hash', createdAt: NOON };
  const profile = initialProfile(maja, NOON);
  const unwritable = {
    ...profile,
    toJSON: () => {
      throw new RangeError('no profile');
    },
  };
  await expect(store.register(stored, unwritable)).rejects.toThrow('no profile');
  expect(await store.accountByEmail(email)).toBeUndefined();
  expect((await store.changes(account.household, 0, 1)).cursor).toBe(0);
  expect(await store.register(stored, profile)).toBe('registered');
});
