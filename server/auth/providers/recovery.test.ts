import { expect, test } from 'vitest';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { postJson } from '#tests/support/server/http.ts';
import { secretIn } from '#tests/support/server/mail-server.ts';

/** Connects a provider and then recovers the account by mail. */
async function recoverConnected(isVerified: boolean) {
  const { app, waitForMail } = await startAppWithMail();
  const { email, uid } = (await registerHousehold(app.url)).account;
  const at = new Date().toISOString();
  const body = JSON.stringify({ provider: 'google', issuer: 'https://accounts.google.com' });
  await app.store.addCredential({ kind: 'provider', key: newId(), uid, body, createdAt: at });
  if (isVerified) await app.store.verifyEmail(uid, email, at);
  await postJson(app.url, '/api/ask-recovery', { email });
  const token = secretIn(await waitForMail('recovery'));
  const { status } = await postJson(app.url, '/api/recover', { token, password: 'en-helt-ny-🚲' });
  expect(status).toBe(200);
  return app.store.credentialsOf(uid, 'provider');
}

test('a recovery disconnects the providers of an account with an unverified e-mail', async () => {
  expect(await recoverConnected(false)).toEqual([]);
});

test('a recovery keeps the providers of an account with a verified e-mail', async () => {
  expect(await recoverConnected(true)).toHaveLength(1);
});
