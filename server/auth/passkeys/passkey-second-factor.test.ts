import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import type { Passkeys } from '#domain/protocol/passkeys.ts';
import { emailKey } from '#server/email-key.ts';
import { anotherDevice, signedIn } from '#tests/support/people/devices.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import {
  addPasskey,
  bodyOf,
  listPasskeys,
  makeCodes,
  passFirstFactor,
  postCall,
  type RequestReply,
  requestSignInOptions,
  signInWith,
  strictFamily,
} from '#tests/support/people/passkey-family.ts';
import { SoftPasskey } from '#tests/support/people/soft-passkey.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { secretIn } from '#tests/support/server/mail-server.ts';
import { KNOWN_PERSON, startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';
import { createOneTimeLinks } from '../mail/one-time-links.ts';

const app = shareApp();
const MINUTE = 60_000;

type Browser = { url: string; cookie: string | undefined };

const pendingOf = async ({ url, cookie }: Browser) =>
  (await get(url, calls.pendingSecondFactor.path, { cookie: cookie ?? '' })).body;
const whoIs = async ({ url, cookie }: Browser) =>
  (await get(url, calls.whoAmI.path, { cookie: cookie ?? '' })).body;
const optionsFor = async (browser: Browser) =>
  bodyOf<RequestReply>(await postCall(browser, 'secondFactorOptions')).options;

test('a password alone starts no session if a passkey is required; the passkey then does', async () => {
  const { url } = app();
  const { family, passkey } = await strictFamily(url);
  const browser = await passFirstFactor(family);
  expect(browser.answer.body).toEqual({ next: 'passkey' });
  expect(browser.answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^framme-step=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  expect(await whoIs(browser)).toEqual({ account: null });
  expect(await pendingOf(browser)).toEqual({ pending: { passkey: true, code: true } });
  const options = await optionsFor(browser);
  expect(options.allowCredentials).toMatchObject([{ id: passkey.id }]);
  const answer = await postCall(browser, 'secondFactor', { response: passkey.use(options) });
  expect(answer.body).toEqual({ account: family.account });
  expect(await whoIs({ url, cookie: answer.cookie })).toEqual({ account: family.account });
  expect(await pendingOf(browser)).toEqual({ pending: null });
  expect(codeOf(await postCall(browser, 'secondFactorOptions'))).toBe('second-factor-over');
  // A passkey alone counts as both factors.
  expect((await signInWith(url, passkey)).body).toEqual({ account: family.account });
});

test('a recovery code replaces the passkey once, in any spelling, and the answer says how many are left', async () => {
  const { family, codes } = await strictFamily(app().url);
  const [first = '', second = ''] = codes;
  expect(codes.every((code) => /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(code))).toBe(true);
  const typed = ` ${first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
  const answer = await postCall(await passFirstFactor(family), 'secondFactorByCode', { code: typed });
  expect(answer.body).toEqual({ account: family.account, codesLeft: 9 });
  const browser = await passFirstFactor(family);
  const again = await postCall(browser, 'secondFactorByCode', { code: first });
  expect(codeOf(again)).toBe('code-refused');
  expect((await postCall(browser, 'secondFactorByCode', { code: second })).status).toBe(200);
  expect(await listPasskeys(family)).toMatchObject({ codesLeft: 8 });
});

test('of concurrent uses of one recovery code, one succeeds', async () => {
  const { family, codes } = await strictFamily(app().url);
  const browsers = await Promise.all(Array.from({ length: 4 }, () => passFirstFactor(family)));
  const answers = await Promise.all(
    browsers.map((browser) => postCall(browser, 'secondFactorByCode', { code: codes[0] })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
});

test('of several recovery codes at once in one sign-in, one is used up', async () => {
  const { family, codes } = await strictFamily(app().url);
  const browser = await passFirstFactor(family);
  const answers = await Promise.all(
    codes.slice(0, 4).map((code) => postCall(browser, 'secondFactorByCode', { code })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  expect(await listPasskeys(family)).toMatchObject({ codesLeft: 9 });
});

test('a passkey or code of another household is refused as second factor', async () => {
  const { url } = app();
  const [mine, theirs] = [await strictFamily(url), await strictFamily(url)];
  const browser = await passFirstFactor(mine.family);
  const response = theirs.passkey.use(await optionsFor(browser));
  expect(codeOf(await postCall(browser, 'secondFactor', { response }))).toBe('passkey-refused');
  expect(codeOf(await postCall(browser, 'secondFactorByCode', { code: theirs.codes[0] }))).toBe(
    'code-refused',
  );
  expect(await whoIs(browser)).toEqual({ account: null });
  expect(await listPasskeys(theirs.family)).toMatchObject({ codesLeft: 10 });
});

test('a challenge of the sign-in or of another browser is refused as second factor', async () => {
  const { family, passkey } = await strictFamily(app().url);
  const [browser, other] = [await passFirstFactor(family), await passFirstFactor(family)];
  const { options } = await requestSignInOptions(family.url);
  for (const asked of [options, await optionsFor(other)])
    expect(codeOf(await postCall(browser, 'secondFactor', { response: passkey.use(asked) }))).toBe(
      'passkey-late',
    );
});

test('a pending second factor ends after five attempts, and the owner can start again', async () => {
  const { family, codes } = await strictFamily(app().url);
  const browser = await passFirstFactor(family);
  const tryCode = async (code?: string) => codeOf(await postCall(browser, 'secondFactorByCode', { code }));
  for (let tries = 0; tries < 5; tries += 1)
    expect(await tryCode('0000-0000-0000-0000')).toBe('code-refused');
  for (let tries = 0; tries < 2; tries += 1) expect(await tryCode(codes[0])).toBe('second-factor-over');
  bodyOf(await postCall(await passFirstFactor(family), 'secondFactorByCode', { code: codes[0] }));
});

test('a pending second factor lasts ten minutes, and ends when the browser leaves it', async () => {
  const { url, clock } = await startApp();
  const { family, codes } = await strictFamily(url);
  const [browser, leaving] = [await passFirstFactor(family), await passFirstFactor(family)];
  expect((await postCall(leaving, 'leaveSecondFactor')).status).toBe(200);
  expect(await pendingOf(leaving)).toEqual({ pending: null });
  clock.ahead = 10 * MINUTE - 5000;
  expect(await pendingOf(browser)).toMatchObject({ pending: { code: true } });
  clock.ahead = 10 * MINUTE + 1000;
  expect(await pendingOf(browser)).toEqual({ pending: null });
  expect(codeOf(await postCall(browser, 'secondFactorByCode', { code: codes[0] }))).toBe(
    'second-factor-over',
  );
});

test('there is no pending second factor before the first factor or during a session', async () => {
  const { url } = app();
  const family = await registerHousehold(url);
  const response = new SoftPasskey(url).use((await requestSignInOptions(url)).options);
  for (const browser of [{ url, cookie: undefined }, family]) {
    expect(await pendingOf(browser)).toEqual({ pending: null });
    const answers = [
      await postCall(browser, 'secondFactorOptions'),
      await postCall(browser, 'secondFactor', { response }),
      await postCall(browser, 'secondFactorByCode', { code: '0000-0000-0000-0000' }),
    ];
    expect(answers.map(codeOf)).toEqual(Array(3).fill('second-factor-over'));
  }
});

test('the cookie of a pending second factor is not accepted as a session', async () => {
  const { url } = app();
  const { family } = await strictFamily(url);
  const { cookie = '' } = await passFirstFactor(family);
  const session = cookie.replace('framme-step', 'framme');
  for (const attempt of [cookie, session, `${cookie}; ${session}`]) {
    expect(codeOf(await get(url, calls.listPasskeys.path, { cookie: attempt }))).toBe('not-signed-in');
    expect(codeOf(await postCall({ url, cookie: attempt }, 'requirePasskey', { required: false }))).toBe(
      'not-signed-in',
    );
  }
});

test('a passkey can be required only with recovery codes, and the last one cannot be removed then', async () => {
  const family = await registerHousehold(app().url);
  const demand = (required: boolean) => postCall(family, 'requirePasskey', { required });
  await makeCodes(family);
  expect(codeOf(await demand(true))).toBe('passkey-needed');
  const other = await registerHousehold(family.url);
  const { passkey } = await addPasskey(other);
  expect(codeOf(await postCall(other, 'requirePasskey', { required: true }))).toBe('codes-needed');
  expect((await passFirstFactor(other)).answer.body).toEqual({ account: other.account });
  await makeCodes(other);
  expect(bodyOf<Passkeys>(await postCall(other, 'requirePasskey', { required: true }))).toMatchObject({
    required: true,
  });
  expect(await listPasskeys(family)).toMatchObject({ required: false });
  expect(codeOf(await postCall(other, 'removePasskey', { id: passkey.id }))).toBe('passkey-needed');
  expect((await signInWith(family.url, passkey)).status).toBe(200);
  bodyOf(await postCall(other, 'requirePasskey', { required: false }));
  expect(bodyOf<Passkeys>(await postCall(other, 'removePasskey', { id: passkey.id })).passkeys).toEqual([]);
  expect((await passFirstFactor(other)).answer.body).toEqual({ account: other.account });
});

async function takeSecondFactor(browser: Browser, passkey: SoftPasskey) {
  const { options } = bodyOf<RequestReply>(await postCall(browser, 'secondFactorOptions'));
  return postCall(browser, 'secondFactor', { response: passkey.use(options) });
}

test('a recovery link sets the password but does not skip the required passkey', async () => {
  const { app, waitForMail } = await startAppWithMail();
  const { family, passkey } = await strictFamily(app.url, undefined, async (one) =>
    postCall(one, 'verifyEmail', { token: secretIn(await waitForMail('verification')) }),
  );
  const waiting = await passFirstFactor(family);
  await postJson(app.url, calls.askRecovery.path, { email: family.account.email });
  const token = secretIn(await waitForMail('recovery'));
  const answer = await postJson(app.url, calls.recover.path, { token, password: 'en-helt-ny-🚲' });
  expect([answer.status, answer.body]).toEqual([200, { next: 'passkey' }]);
  const browser = { url: app.url, cookie: answer.cookie };
  const nobody = await get(app.url, calls.whoAmI.path, { cookie: answer.cookie ?? '' });
  expect(nobody.body).toEqual({ account: null });
  expect(codeOf(await postCall(waiting, 'secondFactorOptions'))).toBe('second-factor-over');
  expect((await takeSecondFactor(browser, passkey)).body).toEqual({ account: family.account });
});

test('a provider sign-in does not skip a required passkey, and leads to the page that asks for it', async () => {
  const linkedin = await startMockOpenIdProvider();
  linkedin.changeToken = (token) => delete token.nonce;
  linkedin.person = { ...KNOWN_PERSON, email_verified: 'true' };
  const app = await startAppWithProviders({ linkedin: linkedin.url });
  const first = new OAuthBrowser(app.url);
  expect(await first.completeFlow('linkedin')).toBe('/signed-in');
  const account = await first.whoAmI();
  const { passkey } = await addPasskey(first);
  await makeCodes(first);
  bodyOf(await postCall(first, 'requirePasskey', { required: true }));
  const again = new OAuthBrowser(app.url);
  expect(await again.completeFlow('linkedin', { from: '/history' })).toBe(
    '/login?step=passkey&from=%2Fhistory',
  );
  expect(await again.whoAmI()).toBeNull();
  expect((await takeSecondFactor(again, passkey)).body).toEqual({ account });
});

test.each([
  [false, { next: 'passkey' }],
  [true, { account: expect.any(Object) }],
])('a recovery link by the host with withoutPasskey %j answers %j', async (withoutPasskey, expected) => {
  const { url, store } = await startApp();
  const { family } = await strictFamily(url);
  const { uid, email } = family.account;
  const links = createOneTimeLinks(store, Date.now, () => url);
  const link = await links.create('recovery', uid, {
    emailKey: emailKey(email),
    isByHost: true,
    withoutPasskey,
  });
  const token = new URL(link).hash.slice(1);
  const answer = await postJson(url, calls.recover.path, { token, password: 'en-helt-ny-🚲' });
  expect(answer.body).toEqual(expected);
  const again = await postJson(url, calls.logIn.path, { email, password: 'en-helt-ny-🚲' });
  expect(again.body).toEqual(expected);
});

test('requiring a passkey signs out all other sessions, which then cannot turn it off', async () => {
  const { url } = await startApp();
  const family = await registerHousehold(url);
  await addPasskey(family);
  await makeCodes(family);
  const thief = await anotherDevice(family);
  const demand = (phone: Browser, required: boolean) => postCall(phone, 'requirePasskey', { required });
  bodyOf(await demand(family, true));
  expect(codeOf(await demand(thief, false))).toBe('not-signed-in');
  expect(await signedIn(family, thief)).toEqual([true, false]);
  const tablet = await passFirstFactor(family);
  expect(tablet.answer.body).toEqual({ next: 'passkey' });
});
