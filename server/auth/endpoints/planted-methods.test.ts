import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import type { MailedLink } from '#domain/protocol/email-calls.ts';
import { accountIn, HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { bodyOf, listPasskeys, postCall, signInWith } from '#tests/support/people/passkey-family.ts';
import {
  ALL_OPENS,
  CHOSEN,
  NOTHING_OPENS,
  opened,
  outcomeOf,
  press,
  startWithPlantedAccount,
} from '#tests/support/people/planted-account.ts';
import { get, postJson } from '#tests/support/server/http.ts';
import { codeIn } from '#tests/support/server/mail-server.ts';

const isVerified = async ({ url, cookie }: HouseholdOnPhone) =>
  ((await get(url, calls.myEmail.path, { cookie })).body as { verified: boolean }).verified;

test('a verification link verifies nothing without a session of its account, and stays valid', async () => {
  const { url, attacker, mailed } = await startWithPlantedAccount();
  const token = await mailed('verification');
  const other = await registerHousehold(url, 'Dahl');
  for (const cookie of [undefined, other.cookie])
    expect(outcomeOf(await press(url, 'verifyEmail', { token }, cookie))).toEqual([
      403,
      'reauthentication-needed',
    ]);
  expect(await isVerified(attacker)).toBe(false);
  expect((await press(url, 'verifyEmail', { token }, attacker.cookie)).status).toBe(200);
  expect(await isVerified(attacker)).toBe(true);
});

test('the owner of an address who verifies it by a new password ends every planted session and sign-in method', async () => {
  const { url, planted, mailed } = await startWithPlantedAccount();
  const { account } = planted.attacker;
  const token = await mailed('verification');
  const answer = await press(url, 'claimAccount', { token, password: CHOSEN });
  const owner = new HouseholdOnPhone(url, accountIn(answer), answer.cookie ?? '');
  expect(owner.account.uid).toBe(account.uid);
  expect(await opened(planted)).toEqual(NOTHING_OPENS);
  expect(await isVerified(owner)).toBe(true);
  expect(await listPasskeys(owner)).toEqual({ passkeys: [], required: false, codesLeft: 0 });
  expect(outcomeOf(await press(url, 'claimAccount', { token, password: CHOSEN }))).toEqual([
    410,
    'link-expired',
  ]);
});

test('a planted passkey requirement ends too, so that it locks the owner of the address out of nothing', async () => {
  const { app, url, planted, mailed } = await startWithPlantedAccount();
  // As on a host that sent no mail when it was turned on.
  await app.store.requirePasskey(planted.attacker.account.uid, new Date().toISOString());
  const answer = await press(url, 'claimAccount', { token: await mailed('verification'), password: CHOSEN });
  accountIn(answer);
  expect(await opened(planted)).toEqual(NOTHING_OPENS);
});

test('an address that is verified within a session keeps that session and every sign-in method', async () => {
  const { url, planted, mailed } = await startWithPlantedAccount();
  const token = await mailed('verification');
  expect((await press(url, 'verifyEmail', { token }, planted.attacker.cookie)).status).toBe(200);
  expect(await opened(planted)).toEqual(ALL_OPENS);
});

test('a verified account cannot be claimed by an older mail', async () => {
  const { app, url, planted, mailed } = await startWithPlantedAccount();
  const { attacker } = planted;
  await postCall(attacker, 'askVerification');
  const [second, first] = [await mailed('verification', 2), await mailed('verification')];
  await press(url, 'verifyEmail', { token: second }, attacker.cookie);
  expect(outcomeOf(await press(url, 'claimAccount', { token: first, password: CHOSEN }))).toEqual([
    410,
    'link-expired',
  ]);
  // A provider that vouches for the address leaves the mails valid, but not for a new password.
  const other = await registerHousehold(url, 'Dahl');
  const token = await mailed('verification', 3);
  await app.store.verifyEmail(other.account.uid, other.account.email, new Date().toISOString());
  expect(outcomeOf(await press(url, 'claimAccount', { token, password: CHOSEN }))).toEqual([
    410,
    'link-expired',
  ]);
  expect((await other.trySync()).status).toBe(200);
});

test('the code of the mail verifies within a session of the account, and in no other one', async () => {
  const { url, attacker, waitForMail } = await startWithPlantedAccount();
  const code = codeIn(await waitForMail('verification'));
  const other = await registerHousehold(url, 'Dahl');
  expect(outcomeOf(await postJson(url, calls.confirmCode.path, { code }))).toEqual([401, 'not-signed-in']);
  expect(outcomeOf(await postCall(other, 'confirmCode', { code }))).toEqual([401, 'code-refused']);
  const typed = `${code.slice(0, 4)} ${code.slice(4)}`;
  expect((await postCall(attacker, 'confirmCode', { code: typed })).body).toEqual({
    email: attacker.account.email,
  });
  expect(await isVerified(attacker)).toBe(true);
  expect(outcomeOf(await postCall(attacker, 'confirmCode', { code }))).toEqual([401, 'code-refused']);
});

test('guessing the code of a mail is limited', async () => {
  const { attacker, waitForMail } = await startWithPlantedAccount();
  const code = codeIn(await waitForMail('verification'));
  const wrong = code === '00000000' ? '00000001' : '00000000';
  for (let i = 0; i < 10; i += 1)
    expect(outcomeOf(await postCall(attacker, 'confirmCode', { code: wrong }))).toEqual([
      401,
      'code-refused',
    ]);
  expect(outcomeOf(await postCall(attacker, 'confirmCode', { code }))).toEqual([429, 'too-many-requests']);
});

/** Verifies the address in the session of whoever planted the methods, and asks for a recovery as its owner. */
async function recoverableAccount() {
  const here = await startWithPlantedAccount();
  const { url, planted, mailed } = here;
  await press(url, 'verifyEmail', { token: await mailed('verification') }, planted.attacker.cookie);
  await postJson(url, calls.askRecovery.path, { email: planted.attacker.account.email });
  const token = await mailed('recovery');
  const link = await postJson(url, calls.mailedLink.path, { kind: 'recovery', token });
  return { ...here, token, link: bodyOf<MailedLink>(link) };
}

test('a recovery ends the sign-in methods from before the verification, unless the parent keeps them', async () => {
  const { url, planted, token, link } = await recoverableAccount();
  expect(link.methods.map(({ kind, endsUnlessKept }) => [kind, endsUnlessKept])).toEqual([
    ['provider', true],
    ['passkey', true],
    ['recovery-code', true],
  ]);
  accountIn(await press(url, 'recover', { token, password: CHOSEN }));
  expect(await opened(planted)).toEqual(NOTHING_OPENS);
});

test.each(['passkey', 'provider'] as const)(
  'a recovery keeps what the parent wants to keep: %s',
  async (kind) => {
    const { url, planted, token, link } = await recoverableAccount();
    const keep = link.methods.filter((method) => method.kind === kind).map(({ id }) => id);
    accountIn(await press(url, 'recover', { token, password: CHOSEN, keep }));
    expect(await opened(planted)).toEqual({ ...NOTHING_OPENS, [kind]: true });
  },
);

test('a required passkey is neither shown nor ended by a recovery', async () => {
  const { app, url, planted, token } = await recoverableAccount();
  await app.store.requirePasskey(planted.attacker.account.uid, new Date().toISOString());
  const { methods } = bodyOf<MailedLink>(
    await postJson(url, calls.mailedLink.path, { kind: 'recovery', token }),
  );
  expect(methods.map(({ kind }) => kind)).toEqual(['provider']);
  expect((await press(url, 'recover', { token, password: CHOSEN, keep: [] })).body).toEqual({
    next: 'passkey',
  });
  expect((await signInWith(url, planted.passkey)).status).toBe(200);
});

test('a mailed link names its account masked, to its holder alone, and is not used up by that', async () => {
  const { url, attacker, mailed } = await startWithPlantedAccount();
  const token = await mailed('verification');
  const ask = (kind: string, secret: string, cookie = '') =>
    postJson(url, calls.mailedLink.path, { kind, token: secret }, { cookie });
  const masked = { email: 'l…@e….org', methods: [], endsAll: false, takesFormer: false };
  const username = expect.stringMatching(/^l[^…]+@example\.org$/);
  expect((await ask('verify-email', token)).body).toEqual({ ...masked, username, isSignedIn: false });
  const own = { ...masked, username, isSignedIn: true };
  expect((await ask('verify-email', token, attacker.cookie)).body).toEqual(own);
  expect(outcomeOf(await ask('recovery', token))).toEqual([410, 'link-expired']);
  expect(outcomeOf(await ask('verify-email', 'x'.repeat(43)))).toEqual([410, 'link-expired']);
  expect((await press(url, 'verifyEmail', { token }, attacker.cookie)).status).toBe(200);
});
