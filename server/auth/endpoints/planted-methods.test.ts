import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import type { MailedLink } from '#domain/protocol/email-calls.ts';
import { isoTime } from '#domain/time.ts';
import { accountIn, HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import {
  addPasskey,
  bodyOf,
  listPasskeys,
  postCall,
  signInWith,
} from '#tests/support/people/passkey-family.ts';
import {
  ALL_OPENS,
  CHOSEN,
  NOTHING_OPENS,
  opened,
  press,
  shareAppWithPlantedAccounts,
} from '#tests/support/people/planted-account.ts';
import { newAddress } from '#tests/support/people/stolen-account.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { codeIn, secretIn } from '#tests/support/server/mail-server.ts';

const plantedAccount = shareAppWithPlantedAccounts();

const isVerified = async ({ url, cookie }: HouseholdOnPhone) =>
  ((await get(url, calls.myEmail.path, { cookie })).body as { verified: boolean }).verified;

test('a verification link verifies nothing without a session of its account, and stays valid', async () => {
  const { url, attacker, mailed } = await plantedAccount();
  const token = await mailed('verification');
  const other = await registerHousehold(url, 'Dahl');
  for (const cookie of [undefined, other.cookie])
    expect(codeOf(await press(url, 'verifyEmail', { token }, cookie))).toBe('reauthentication-needed');
  expect(await isVerified(attacker)).toBe(false);
  expect((await press(url, 'verifyEmail', { token }, attacker.cookie)).status).toBe(200);
  expect(await isVerified(attacker)).toBe(true);
});

test('the owner of an address who verifies it by a new password ends every planted session and sign-in method', async () => {
  const { url, planted, mailed } = await plantedAccount();
  const { account } = planted.attacker;
  const token = await mailed('verification');
  const answer = await press(url, 'claimAccount', { token, password: CHOSEN });
  const owner = new HouseholdOnPhone(url, accountIn(answer), answer.cookie ?? '');
  expect(owner.account.uid).toBe(account.uid);
  expect(await opened(planted)).toEqual(NOTHING_OPENS);
  expect(await isVerified(owner)).toBe(true);
  expect(await listPasskeys(owner)).toEqual({ passkeys: [], required: false, codesLeft: 0 });
  expect(codeOf(await press(url, 'claimAccount', { token, password: CHOSEN }))).toBe('link-expired');
});

test('a planted passkey requirement ends too, so that it locks the owner of the address out of nothing', async () => {
  const { app, url, planted, mailed } = await plantedAccount();
  // As on a host that sent no mail when it was turned on.
  await app.store.requirePasskey(planted.attacker.account.uid, isoTime(app.clock.now()));
  const answer = await press(url, 'claimAccount', { token: await mailed('verification'), password: CHOSEN });
  accountIn(answer);
  expect(await opened(planted)).toEqual(NOTHING_OPENS);
});

test('an address that is verified within a session keeps that session and every sign-in method', async () => {
  const { url, planted, mailed } = await plantedAccount();
  const token = await mailed('verification');
  expect((await press(url, 'verifyEmail', { token }, planted.attacker.cookie)).status).toBe(200);
  expect(await opened(planted)).toEqual(ALL_OPENS);
});

test('a verified account cannot be claimed by an older mail', async () => {
  const { app, url, attacker, mailed, mailTo } = await plantedAccount();
  await postCall(attacker, 'askVerification');
  const [second, first] = [await mailed('verification', 2), await mailed('verification')];
  await press(url, 'verifyEmail', { token: second }, attacker.cookie);
  expect(codeOf(await press(url, 'claimAccount', { token: first, password: CHOSEN }))).toBe('link-expired');
  // A provider that vouches for the address leaves the mails valid, but not for a new password.
  const other = await registerHousehold(url, 'Dahl');
  const token = secretIn(await mailTo(other.account.email, 'verification'));
  await app.store.verifyEmail(other.account.uid, other.account.email, isoTime(app.clock.now()));
  expect(codeOf(await press(url, 'claimAccount', { token, password: CHOSEN }))).toBe('link-expired');
  expect((await other.trySync()).status).toBe(200);
});

test('the code of the mail verifies within a session of the account, and in no other one', async () => {
  const { url, attacker, email, mailTo } = await plantedAccount();
  const code = codeIn(await mailTo(email, 'verification'));
  const other = await registerHousehold(url, 'Dahl');
  expect(codeOf(await postJson(url, calls.confirmCode.path, { code }))).toBe('not-signed-in');
  expect(codeOf(await postCall(other, 'confirmCode', { code }))).toBe('code-refused');
  const typed = `${code.slice(0, 4)} ${code.slice(4)}`;
  expect((await postCall(attacker, 'confirmCode', { code: typed })).body).toEqual({
    email: attacker.account.email,
  });
  expect(await isVerified(attacker)).toBe(true);
  expect(codeOf(await postCall(attacker, 'confirmCode', { code }))).toBe('code-refused');
});

test('guessing the code of a mail is limited', async () => {
  const { attacker, email, mailTo } = await plantedAccount();
  const code = codeIn(await mailTo(email, 'verification'));
  const wrong = code === '00000000' ? '00000001' : '00000000';
  for (let i = 0; i < 10; i += 1)
    expect(codeOf(await postCall(attacker, 'confirmCode', { code: wrong }))).toBe('code-refused');
  expect(codeOf(await postCall(attacker, 'confirmCode', { code }))).toBe('too-many-requests');
});

/** Verifies the address in the session of whoever planted the methods, adds a passkey, and asks for a recovery. */
async function recoverableAccount() {
  const here = await plantedAccount();
  const { url, planted, mailed } = here;
  await press(url, 'verifyEmail', { token: await mailed('verification') }, planted.attacker.cookie);
  const { passkey: later } = await addPasskey(planted.attacker);
  await postJson(url, calls.askRecovery.path, { email: planted.attacker.account.email });
  const token = await mailed('recovery');
  const link = await postJson(url, calls.mailedLink.path, { kind: 'recovery', token });
  return { ...here, token, later, link: bodyOf<MailedLink>(link) };
}

test('a recovery ends the sign-in methods from before the verification, unless the parent keeps them', async () => {
  const { url, planted, token, later, link } = await recoverableAccount();
  expect(link.methods.map(({ kind, endsUnlessKept }) => [kind, endsUnlessKept])).toEqual([
    ['provider', true],
    ['passkey', true],
    ['passkey', false],
    ['recovery-code', true],
  ]);
  accountIn(await press(url, 'recover', { token, password: CHOSEN }));
  expect(await opened(planted)).toEqual(NOTHING_OPENS);
  expect((await signInWith(url, later)).status).toBe(200);
});

test('a pre-hijacked account loses every sign-in method when the owner of the address recovers it', async () => {
  const { url, email, planted, mailed } = await plantedAccount();
  await postJson(url, calls.askRecovery.path, { email });
  const answer = await press(url, 'recover', { token: await mailed('recovery'), password: CHOSEN });
  expect(await opened(planted)).toEqual(NOTHING_OPENS);
  const owner = new HouseholdOnPhone(url, accountIn(answer), answer.cookie ?? '');
  expect(await listPasskeys(owner)).toEqual({ passkeys: [], required: false, codesLeft: 0 });
});

test('a passkey cannot be required without a verified e-mail, so the owner of the address can recover the account', async () => {
  const { attacker } = await plantedAccount();
  expect(codeOf(await postCall(attacker, 'requirePasskey', { required: true }))).toBe('email-unverified');
});

test('a recovery removes the passkeys of a pre-hijacked account once they are no longer required', async () => {
  const { app, url, email, attacker, planted, mailed } = await plantedAccount();
  await app.store.requirePasskey(attacker.account.uid, isoTime(app.clock.now()));
  const recover = async (count: number) => {
    await postJson(url, calls.askRecovery.path, { email });
    return press(url, 'recover', { token: await mailed('recovery', count), password: CHOSEN });
  };
  expect((await recover(1)).body).toEqual({ next: 'passkey' });
  const { cookie } = await signInWith(url, planted.passkey);
  bodyOf(await postCall({ url, cookie }, 'requirePasskey', { required: false }));
  accountIn(await recover(2));
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
  await app.store.requirePasskey(planted.attacker.account.uid, isoTime(app.clock.now()));
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
  const { url, attacker, mailed } = await plantedAccount();
  const token = await mailed('verification');
  const ask = (kind: string, secret: string, cookie = '') =>
    postJson(url, calls.mailedLink.path, { kind, token: secret }, { cookie });
  const masked = { email: 'l…@e….org', methods: [], endsAll: false, takesFormer: false };
  const username = expect.stringMatching(/^l[^…]+@example\.org$/);
  expect((await ask('verify-email', token)).body).toEqual({ ...masked, username, isSignedIn: false });
  const own = { ...masked, username, isSignedIn: true };
  expect((await ask('verify-email', token, attacker.cookie)).body).toEqual(own);
  expect(codeOf(await ask('recovery', token))).toBe('link-expired');
  expect(codeOf(await ask('verify-email', 'x'.repeat(43)))).toBe('link-expired');
  expect((await press(url, 'verifyEmail', { token }, attacker.cookie)).status).toBe(200);
});

const addressOf = async ({ url, cookie }: HouseholdOnPhone) =>
  ((await get(url, calls.myEmail.path, { cookie })).body as { email: string }).email;

/** Somebody with every sign-in method asks for a change to another person's address. */
async function plantedChange() {
  const here = await plantedAccount();
  const victim = newAddress();
  await postCall(here.attacker, 'reauthenticate', { password: PASSWORD });
  bodyOf(await postCall(here.attacker, 'changeEmail', { email: victim }));
  const mail = await here.mailTo(victim, 'newAddress');
  return { ...here, victim, mail, token: secretIn(mail) };
}

test('a link to a new address changes nothing without a session of the account, and leaves the address free', async () => {
  const { url, attacker, email, planted, victim, token } = await plantedChange();
  const other = await registerHousehold(url, 'Dahl');
  for (const cookie of [undefined, other.cookie])
    expect(codeOf(await press(url, 'confirmEmail', { token }, cookie))).toBe('reauthentication-needed');
  expect(codeOf(await press(url, 'claimAccount', { token, password: CHOSEN }))).toBe('link-expired');
  expect(await addressOf(attacker)).toBe(email);
  expect(await opened(planted)).toEqual(ALL_OPENS);
  const owner = await postJson(url, calls.register.path, {
    firstName: 'Maja',
    lastName: 'Lind',
    email: victim,
    password: CHOSEN,
  });
  expect(owner.status).toBe(200);
  expect(codeOf(await press(url, 'confirmEmail', { token }, attacker.cookie))).toBe('email-taken');
});

test('the code of the mail changes the address within a session of the account, and in no other one', async () => {
  const { url, attacker, victim, mail, token } = await plantedChange();
  const code = codeIn(mail);
  const other = await registerHousehold(url, 'Dahl');
  expect(codeOf(await postJson(url, calls.confirmCode.path, { code }))).toBe('not-signed-in');
  expect(codeOf(await postCall(other, 'confirmCode', { code }))).toBe('code-refused');
  expect((await postCall(attacker, 'confirmCode', { code })).body).toEqual({ email: victim });
  expect(await addressOf(attacker)).toBe(victim);
  const link = await press(url, 'confirmEmail', { token }, attacker.cookie);
  expect(codeOf(link)).toBe('link-expired');
});

test('a recovery of a changed address ends the sign-in methods from before the change', async () => {
  const { url, attacker, planted, victim, token, mailTo } = await plantedChange();
  await press(url, 'confirmEmail', { token }, attacker.cookie);
  expect((await opened(planted)).passkey).toBe(true);
  await postJson(url, calls.askRecovery.path, { email: victim });
  const answer = await press(url, 'recover', {
    token: secretIn(await mailTo(victim, 'recovery')),
    password: CHOSEN,
  });
  expect(answer.status).toBe(200);
  expect(await opened(planted)).toEqual(NOTHING_OPENS);
});
