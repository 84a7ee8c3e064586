import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import type { Passkeys } from '#domain/protocol/passkeys.ts';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
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
import { codeOf, get, postJson } from '#tests/support/server/http.ts';

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
});

test('a passkey alone counts as both factors', async () => {
  const { url } = app();
  const { family, passkey } = await strictFamily(url);
  expect((await signInWith(url, passkey)).body).toEqual({ account: family.account });
});

test('a recovery code replaces the passkey once, in any spelling, and the answer says how many are left', async () => {
  const { url } = app();
  const { family, codes } = await strictFamily(url);
  const [first = '', second = ''] = codes;
  expect(codes.every((code) => /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(code))).toBe(true);
  const typed = ` ${first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
  const answer = await postCall(await passFirstFactor(family), 'secondFactorByCode', { code: typed });
  expect(answer.body).toEqual({ account: family.account, codesLeft: 9 });
  const browser = await passFirstFactor(family);
  const again = await postCall(browser, 'secondFactorByCode', { code: first });
  expect([again.status, codeOf(again)]).toEqual([401, 'code-refused']);
  expect((await postCall(browser, 'secondFactorByCode', { code: second })).status).toBe(200);
  expect(await listPasskeys(family)).toMatchObject({ codesLeft: 8 });
});

test('of concurrent uses of one recovery code, one succeeds', async () => {
  const { url } = app();
  const { family, codes } = await strictFamily(url);
  const browsers = await Promise.all(Array.from({ length: 4 }, () => passFirstFactor(family)));
  const answers = await Promise.all(
    browsers.map((browser) => postCall(browser, 'secondFactorByCode', { code: codes[0] })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
});

test('of several recovery codes at once in one sign-in, one is used up', async () => {
  const { url } = app();
  const { family, codes } = await strictFamily(url);
  const browser = await passFirstFactor(family);
  const answers = await Promise.all(
    codes.slice(0, 4).map((code) => postCall(browser, 'secondFactorByCode', { code })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  expect(await listPasskeys(family)).toMatchObject({ codesLeft: 9 });
});

test('new recovery codes replace the old ones', async () => {
  const { url } = app();
  const { family, codes } = await strictFamily(url);
  const fresh = await makeCodes(family);
  expect(new Set([...codes, ...fresh]).size).toBe(20);
  const browser = await passFirstFactor(family);
  expect(codeOf(await postCall(browser, 'secondFactorByCode', { code: codes[3] }))).toBe('code-refused');
  expect((await postCall(browser, 'secondFactorByCode', { code: fresh[3] })).status).toBe(200);
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
  const { url } = app();
  const { family, passkey } = await strictFamily(url);
  const [browser, other] = [await passFirstFactor(family), await passFirstFactor(family)];
  const { options } = await requestSignInOptions(url);
  for (const asked of [options, await optionsFor(other)])
    expect(codeOf(await postCall(browser, 'secondFactor', { response: passkey.use(asked) }))).toBe(
      'passkey-late',
    );
});

test('a pending second factor ends after five attempts, and the owner can start again', async () => {
  const { url } = app();
  const { family, codes } = await strictFamily(url);
  const browser = await passFirstFactor(family);
  const guess = { code: '0000-0000-0000-0000' };
  for (let tries = 0; tries < 5; tries += 1)
    expect(codeOf(await postCall(browser, 'secondFactorByCode', guess))).toBe('code-refused');
  expect(codeOf(await postCall(browser, 'secondFactorByCode', { code: codes[0] }))).toBe(
    'second-factor-over',
  );
  expect(codeOf(await postCall(browser, 'secondFactorByCode', { code: codes[0] }))).toBe(
    'second-factor-over',
  );
  expect(
    (await postCall(await passFirstFactor(family), 'secondFactorByCode', { code: codes[0] })).status,
  ).toBe(200);
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

test.each(['', 'x', '0000-0000-0000', '0000-0000-0000-000U'])(
  'the malformed code %j is refused',
  async (code) => {
    const answer = await postCall(app(), 'secondFactorByCode', { code });
    expect([codeOf(answer), (answer.body as { error: { field?: string } }).error.field]).toEqual([
      'invalid-request',
      'code',
    ]);
  },
);

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
  const { url } = app();
  const family = await registerHousehold(url);
  const demand = (required: boolean) => postCall(family, 'requirePasskey', { required });
  await makeCodes(family);
  expect(codeOf(await demand(true))).toBe('passkey-needed');
  const other = await registerHousehold(url);
  const { passkey } = await addPasskey(other);
  expect(codeOf(await postCall(other, 'requirePasskey', { required: true }))).toBe('codes-needed');
  expect((await passFirstFactor(other)).answer.body).toEqual({ account: other.account });
  await makeCodes(other);
  expect(bodyOf<Passkeys>(await postCall(other, 'requirePasskey', { required: true }))).toMatchObject({
    required: true,
  });
  expect(await listPasskeys(family)).toMatchObject({ required: false });
  expect(codeOf(await postCall(other, 'removePasskey', { id: passkey.id }))).toBe('passkey-needed');
  expect((await signInWith(url, passkey)).status).toBe(200);
  bodyOf(await postCall(other, 'requirePasskey', { required: false }));
  expect(bodyOf<Passkeys>(await postCall(other, 'removePasskey', { id: passkey.id })).passkeys).toEqual([]);
  expect((await passFirstFactor(other)).answer.body).toEqual({ account: other.account });
});

test('requiring a passkey keeps the current session, and a wrong password is not asked for the passkey', async () => {
  const { url } = app();
  const { family } = await strictFamily(url);
  expect(await whoIs(family)).toEqual({ account: family.account });
  const { email } = family.account;
  const wrong = await postJson(url, calls.logIn.path, { email, password: `${PASSWORD}!` });
  expect([codeOf(wrong), wrong.cookie]).toEqual(['invalid-credentials', undefined]);
});
