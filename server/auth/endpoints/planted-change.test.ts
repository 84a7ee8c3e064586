import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { bodyOf, postCall } from '#tests/support/people/passkey-family.ts';
import {
  ALL_OPENS,
  CHOSEN,
  opened,
  outcomeOf,
  press,
  startWithPlantedAccount,
} from '#tests/support/people/planted-account.ts';
import { get, postJson } from '#tests/support/server/http.ts';
import { codeIn } from '#tests/support/server/mail-server.ts';

const VICTIM = 'maja@example.org';

const addressOf = async ({ url, cookie }: HouseholdOnPhone) =>
  ((await get(url, calls.myEmail.path, { cookie })).body as { email: string }).email;

/** Somebody with every sign-in method asks for a change to another person's address. */
async function startWithPlantedChange() {
  const here = await startWithPlantedAccount();
  await postCall(here.attacker, 'reauthenticate', { password: PASSWORD });
  bodyOf(await postCall(here.attacker, 'changeEmail', { email: VICTIM }));
  return { ...here, mail: await here.waitForMail('newAddress') };
}

test('a link to a new address changes nothing without a session of the account, and leaves the address free', async () => {
  const { url, attacker, planted, mailed } = await startWithPlantedChange();
  const { email } = attacker.account;
  const token = await mailed('newAddress');
  const other = await registerHousehold(url, 'Dahl');
  for (const cookie of [undefined, other.cookie])
    expect(outcomeOf(await press(url, 'confirmEmail', { token }, cookie))).toEqual([
      403,
      'reauthentication-needed',
    ]);
  expect(outcomeOf(await press(url, 'claimAccount', { token, password: CHOSEN }))).toEqual([
    410,
    'link-expired',
  ]);
  expect(await addressOf(attacker)).toBe(email);
  expect(await opened(planted)).toEqual(ALL_OPENS);
  const owner = await postJson(url, calls.register.path, {
    firstName: 'Maja',
    lastName: 'Lind',
    email: VICTIM,
    password: CHOSEN,
  });
  expect(owner.status).toBe(200);
  expect(outcomeOf(await press(url, 'confirmEmail', { token }, attacker.cookie))).toEqual([
    409,
    'email-taken',
  ]);
});

test('the code of the mail changes the address within a session of the account, and in no other one', async () => {
  const { url, attacker, mail, mailed } = await startWithPlantedChange();
  const code = codeIn(mail);
  const other = await registerHousehold(url, 'Dahl');
  expect(outcomeOf(await postJson(url, calls.confirmCode.path, { code }))).toEqual([401, 'not-signed-in']);
  expect(outcomeOf(await postCall(other, 'confirmCode', { code }))).toEqual([401, 'code-refused']);
  expect((await postCall(attacker, 'confirmCode', { code })).body).toEqual({ email: VICTIM });
  expect(await addressOf(attacker)).toBe(VICTIM);
  const link = await press(url, 'confirmEmail', { token: await mailed('newAddress') }, attacker.cookie);
  expect(outcomeOf(link)).toEqual([410, 'link-expired']);
});

test('a recovery of a changed address ends the sign-in methods from before the change', async () => {
  const { url, attacker, planted, mailed } = await startWithPlantedChange();
  await press(url, 'confirmEmail', { token: await mailed('newAddress') }, attacker.cookie);
  expect((await opened(planted)).passkey).toBe(true);
  await postJson(url, calls.askRecovery.path, { email: VICTIM });
  const answer = await press(url, 'recover', { token: await mailed('recovery'), password: CHOSEN });
  expect(answer.status).toBe(200);
  expect(await opened(planted)).toEqual({ session: false, password: false, passkey: false, provider: false });
});
