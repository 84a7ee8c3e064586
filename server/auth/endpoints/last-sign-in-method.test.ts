import { expect, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import {
  addPasskey,
  bodyOf,
  listPasskeys,
  postCall,
  strictFamily,
} from '#tests/support/people/passkey-family.ts';
import { startApp } from '#tests/support/server/app.ts';
import { startWithPausedCall } from '#tests/support/server/app-with-paused-call.ts';
import { codeOf } from '#tests/support/server/http.ts';

test('of concurrent removals of the last two passkeys, one is refused (required, or without a password)', async () => {
  const { url, store } = await startApp();
  for (const isRequired of [true, false, true, false]) {
    const { family, passkey } = await strictFamily(url);
    const other = (await addPasskey(family)).passkey;
    if (!isRequired) {
      bodyOf(await postCall(family, 'requirePasskey', { required: false }));
      await store.setPassword(family.account.uid, null);
    }
    const removed = await Promise.all(
      [passkey, other].map(({ id }) => postCall(family, 'removePasskey', { id })),
    );
    expect(removed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(removed.map(codeOf)).toContain(isRequired ? 'passkey-needed' : 'last-sign-in-method');
    expect((await listPasskeys(family)).passkeys).toHaveLength(1);
  }
});

test('of concurrent removals of the last passkey and the last provider, one is refused', async () => {
  const { url, store, before } = await startWithPausedCall('removeCredentials');
  const family = await registerHousehold(url);
  const { uid } = family.account;
  const { passkey } = await addPasskey(family);
  const body = JSON.stringify({ provider: 'google', issuer: 'https://accounts.google.com' });
  await store.addCredential({ kind: 'provider', key: `of ${uid}`, uid, body, createdAt: '' });
  await store.setPassword(uid, null);
  const refused = await before(
    () => postCall(family, 'removePasskey', { id: passkey.id }),
    () => postCall(family, 'disconnectProvider', { provider: 'google' }),
  );
  expect([refused.status, codeOf(refused)]).toEqual([409, 'last-sign-in-method']);
  expect((await listPasskeys(family)).passkeys).toHaveLength(1);
});
