import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { bodyOf, type CreationReply, postCall } from '#tests/support/people/passkey-family.ts';
import { SoftPasskey } from '#tests/support/people/soft-passkey.ts';
import { startWithPausedCall } from '#tests/support/server/app-with-paused-call.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';

const logIn = ({ url, account: { email } }: HouseholdOnPhone) =>
  postJson(url, calls.logIn.path, { email, password: PASSWORD });
const remove = (phone: HouseholdOnPhone) => phone.deleteAccount();

test('a log-in to an account deleted meanwhile is answered like one to an unknown account', async () => {
  const { url, before } = await startWithPausedCall('openSession');
  const phone = await registerHousehold(url);
  const answer = await before(
    () => logIn(phone),
    () => remove(phone),
  );
  expect([answer.status, codeOf(answer)]).toEqual([401, 'invalid-credentials']);
});

test('a log-in just before the deletion of its account succeeds, and its next request gets account-gone', async () => {
  const { url, before } = await startWithPausedCall('putOneTimeToken');
  const phone = await registerHousehold(url);
  const { status, cookie = '' } = await before(
    () => logIn(phone),
    () => remove(phone),
  );
  expect(status).toBe(200);
  expect(codeOf(await get(url, calls.devices.path, { cookie }))).toBe('account-gone');
});

test('a passkey or recovery codes are not stored if the account is deleted meanwhile, and the reply is account-gone', async () => {
  for (const name of ['addCredential', 'replaceCredentials'] as const) {
    const { url, before } = await startWithPausedCall(name);
    const phone = await registerHousehold(url);
    const { options } = bodyOf<CreationReply>(await postCall(phone, 'passkeyOptions'));
    const response = new SoftPasskey(url).make(options);
    const answer = await before(
      () =>
        name === 'addCredential'
          ? postCall(phone, 'addPasskey', { response })
          : postCall(phone, 'renewRecoveryCodes'),
      () => remove(phone),
    );
    expect([answer.status, codeOf(answer)]).toEqual([401, 'account-gone']);
  }
});
