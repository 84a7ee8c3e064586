import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { accountIn, HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import {
  addPasskey,
  bodyOf,
  listPasskeys,
  makeCodes,
  postCall,
  signInWith,
} from '#tests/support/people/passkey-family.ts';
import { type AppWithMail, startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { type Answer, codeOf, postJson } from '#tests/support/server/http.ts';
import { secretIn } from '#tests/support/server/mail-server.ts';

const NEW = 'en-helt-ny-🚲';

/** Pre-hijacks an account: registers another person's address and adds a passkey and recovery codes. */
async function preHijack() {
  const here = await startAppWithMail();
  const attacker = await registerHousehold(here.app.url);
  const { passkey } = await addPasskey(attacker);
  await makeCodes(attacker);
  return { here, attacker, passkey };
}

/** Recovers the account with the recovery mail of this number. */
async function recover({ app, waitForMail }: AppWithMail, email: string, count = 1): Promise<Answer> {
  await postJson(app.url, calls.askRecovery.path, { email });
  const token = secretIn(await waitForMail('recovery', count));
  return postJson(app.url, calls.recover.path, { token, password: NEW });
}

test('a pre-hijacked account loses its passkeys and recovery codes when the owner of the address recovers it', async () => {
  const { here, attacker, passkey } = await preHijack();
  const answer = await recover(here, attacker.account.email);
  const owner = new HouseholdOnPhone(here.app.url, accountIn(answer), answer.cookie ?? '');
  expect(codeOf(await signInWith(here.app.url, passkey))).toBe('passkey-refused');
  expect(await listPasskeys(owner)).toEqual({ passkeys: [], required: false, codesLeft: 0 });
});

test('a passkey cannot be required without a verified e-mail, so the owner of the address can recover the account', async () => {
  const { here, attacker } = await preHijack();
  const refused = await postCall(attacker, 'requirePasskey', { required: true });
  expect([refused.status, codeOf(refused)]).toEqual([409, 'email-unverified']);
  accountIn(await recover(here, attacker.account.email));
});

test('a recovery removes the passkeys of a pre-hijacked account once they are no longer required', async () => {
  const { here, attacker, passkey } = await preHijack();
  const { email, uid } = attacker.account;
  await here.app.store.requirePasskey(uid, new Date().toISOString());
  expect((await recover(here, email)).body).toEqual({ next: 'passkey' });
  const { cookie = '' } = await signInWith(here.app.url, passkey);
  bodyOf(await postCall({ url: here.app.url, cookie }, 'requirePasskey', { required: false }));
  accountIn(await recover(here, email, 2));
  expect(codeOf(await signInWith(here.app.url, passkey))).toBe('passkey-refused');
});

test('a recovery keeps the passkeys from after the verification', async () => {
  const here = await startAppWithMail();
  const family = await registerHousehold(here.app.url);
  const token = secretIn(await here.waitForMail('verification'));
  bodyOf(await postCall(family, 'verifyEmail', { token }));
  const { passkey } = await addPasskey(family);
  accountIn(await recover(here, family.account.email));
  expect((await signInWith(here.app.url, passkey)).status).toBe(200);
});
