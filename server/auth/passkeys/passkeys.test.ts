import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import {
  addPasskey,
  bodyOf,
  type CreationReply,
  listPasskeys,
  makeCodes,
  passFirstFactor,
  postCall,
  type RequestReply,
  requestSignInOptions,
  signInWith,
} from '#tests/support/people/passkey-family.ts';
import { SoftPasskey, type Tampering } from '#tests/support/people/soft-passkey.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';

const app = shareApp();
const MINUTE = 60_000;

test('an added passkey signs in without a password, and the list shows when it was used', async () => {
  const family = await registerHousehold(app().url);
  const { passkey, kept } = await addPasskey(family);
  const seen = { id: passkey.id, name: '', createdAt: expect.any(String), usedAt: null, synced: false };
  expect(kept).toEqual({ passkeys: [seen], required: false, codesLeft: 0 });
  const answer = await signInWith(family.url, passkey);
  expect([answer.status, answer.body]).toEqual([200, { account: family.account }]);
  const { body } = await get(family.url, calls.whoAmI.path, { cookie: answer.cookie ?? '' });
  expect(body).toEqual({ account: family.account });
  expect((await listPasskeys(family)).passkeys).toEqual([{ ...seen, usedAt: expect.any(String) }]);
});

test('the sign-in options are given to anybody and name no account', async () => {
  const { url } = app();
  await addPasskey(await registerHousehold(url));
  const { options } = await requestSignInOptions(url);
  expect(options).toEqual({
    rpId: 'localhost',
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    timeout: 5 * MINUTE,
    allowCredentials: [],
    userVerification: 'required',
  });
});

const TAMPERED: [string, Tampering, string][] = [
  ['another challenge', { challenge: 'a'.repeat(43) }, 'passkey-late'],
  ['no challenge', { challenge: '' }, 'invalid-request'],
  ['a page of another site', { origin: 'https://evil.example' }, 'passkey-refused'],
  ['a page of this machine at another port', { origin: 'http://localhost:1' }, 'passkey-refused'],
  ['a passkey for another name', { rpId: 'evil.example' }, 'passkey-refused'],
  ['no finger, face or PIN', { verified: false }, 'passkey-refused'],
  ['another signature', { garbled: true }, 'passkey-refused'],
  ['a response made for registration', { type: 'webauthn.create' }, 'passkey-refused'],
  ['the handle of another account', { userHandle: 'YW5vdGhlcg' }, 'passkey-refused'],
];

test.each(TAMPERED)(
  'a sign-in with %s is refused, and a good one still goes through',
  async (_what, tampering, code) => {
    const { url } = app();
    const { passkey } = await addPasskey(await registerHousehold(url));
    const answer = await signInWith(url, passkey, tampering);
    expect([codeOf(answer), answer.headers.getSetCookie().filter((one) => /^framme=./.test(one))]).toEqual([
      code,
      [],
    ]);
    expect((await signInWith(url, passkey)).status).toBe(200);
  },
);

test.each(TAMPERED.filter(([what]) => /another (challenge|name)|finger|site/.test(what)))(
  'adding a passkey with %s is refused',
  async (_what, tampering, code) => {
    const { url } = app();
    const family = await registerHousehold(url);
    const { options } = bodyOf<CreationReply>(await postCall(family, 'passkeyOptions'));
    const response = new SoftPasskey(url).make(options, tampering);
    expect(codeOf(await postCall(family, 'addPasskey', { response }))).toBe(code);
    expect((await listPasskeys(family)).passkeys).toEqual([]);
  },
);

test('a passkey response is accepted once, from the same browser, within five minutes', async () => {
  const { url, clock } = await startApp();
  const { passkey } = await addPasskey(await registerHousehold(url));
  const browser = await requestSignInOptions(url);
  const response = passkey.use(browser.options);
  expect((await postCall(browser, 'signInWithPasskey', { response })).status).toBe(200);
  expect(codeOf(await postCall(browser, 'signInWithPasskey', { response }))).toBe('passkey-late');
  const [other, mine] = [await requestSignInOptions(url), await requestSignInOptions(url)];
  const stolen = { response: passkey.use(mine.options) };
  expect(codeOf(await postCall(other, 'signInWithPasskey', stolen))).toBe('passkey-late');
  expect(codeOf(await postCall({ url }, 'signInWithPasskey', stolen))).toBe('passkey-late');
  const late = await requestSignInOptions(url);
  clock.ahead = 5 * MINUTE + 1000;
  expect(codeOf(await postCall(late, 'signInWithPasskey', { response: passkey.use(late.options) }))).toBe(
    'passkey-late',
  );
});

test('a signature counter that does not rise is refused as a copy, unless it always stays at zero', async () => {
  const { url } = app();
  const family = await registerHousehold(url);
  const { passkey } = await addPasskey(family);
  passkey.counter = 7;
  expect((await signInWith(url, passkey)).status).toBe(200);
  for (const counter of [6, 7, -1].map((count) => count)) {
    passkey.counter = counter;
    expect(codeOf(await signInWith(url, passkey))).toBe('passkey-copied');
  }
  passkey.counter = 8;
  expect((await signInWith(url, passkey)).status).toBe(200);
  // A copy of the key of one device that calls itself synced.
  [passkey.counter, passkey.isSynced] = [3, true];
  expect(codeOf(await signInWith(url, passkey))).toBe('passkey-copied');
  // The owner sees it.
  const copied = { event: 'sign-in', method: 'passkey', outcome: 'failed', times: 4 };
  expect((await get(url, calls.activity.path, { cookie: family.cookie })).body).toMatchObject({
    activity: expect.arrayContaining([expect.objectContaining(copied)]),
  });
  const synced = new SoftPasskey(url);
  synced.counts = false;
  await addPasskey(await registerHousehold(url), synced);
  for (let again = 0; again < 2; again += 1) expect((await signInWith(url, synced)).status).toBe(200);
});

test('a synced passkey whose counter goes back, or stays, is accepted, and the log says so', async () => {
  const { url, log } = await startApp();
  const family = await registerHousehold(url);
  const passkey = new SoftPasskey(url);
  passkey.isSynced = true;
  await addPasskey(family, passkey);
  await makeCodes(family);
  const goBack = async (first: number, then: number, use: () => Promise<unknown>) => {
    passkey.counter = first;
    expect((await signInWith(url, passkey)).status).toBe(200);
    // It counts one more as it is used.
    passkey.counter = then - 1;
    expect(await use()).toBeUndefined();
  };
  for (const [first, then] of [
    [50, 0],
    [60, 20],
    [70, 71],
  ] as const)
    await goBack(first, then, async () => codeOf(await signInWith(url, passkey)));
  await goBack(80, 20, async () => {
    const { options } = bodyOf<RequestReply>(await postCall(family, 'passkeyReauthenticationOptions'));
    return codeOf(await postCall(family, 'reauthenticateByPasskey', { response: passkey.use(options) }));
  });
  await postCall(family, 'requirePasskey', { required: true });
  await goBack(90, 20, async () => {
    const browser = await passFirstFactor(family);
    const { options } = bodyOf<RequestReply>(await postCall(browser, 'secondFactorOptions'));
    return codeOf(await postCall(browser, 'secondFactor', { response: passkey.use(options) }));
  });
  expect(log.text.match(/the counter of a synced passkey went back/g)).toHaveLength(5);
});

test('a passkey that was added before the server noted what can sync is judged by its next use', async () => {
  const { url, store } = await startApp();
  const passkey = new SoftPasskey(url);
  passkey.isSynced = true;
  await addPasskey(await registerHousehold(url), passkey);
  const found = await store.credential('passkey', passkey.id);
  const { canSync, ...older } = JSON.parse(found?.body ?? '{}');
  expect(canSync).toBe(true);
  const body = JSON.stringify({ ...older, counter: 50, synced: false });
  expect(await store.updateCredential('passkey', passkey.id, found?.body ?? '', body)).toBe(true);
  passkey.counter = 19;
  expect((await signInWith(url, passkey)).status).toBe(200);
  [passkey.counter, passkey.isSynced] = [4, false];
  expect(codeOf(await signInWith(url, passkey))).toBe('passkey-copied');
});

test('if two copies of a passkey sign in at the same time with the same counter, one succeeds', async () => {
  const { url } = app();
  const { passkey } = await addPasskey(await registerHousehold(url));
  const browsers = await Promise.all([requestSignInOptions(url), requestSignInOptions(url)]);
  const responses = browsers.map(({ options }) => {
    passkey.counter = 4;
    return passkey.use(options);
  });
  const answers = await Promise.all(
    browsers.map((browser, i) => postCall(browser, 'signInWithPasskey', { response: responses[i] })),
  );
  expect(answers.map(codeOf).toSorted()).toEqual(['passkey-copied', undefined]);
});

test('a challenge issued for one purpose is refused for another', async () => {
  const family = await registerHousehold(app().url);
  const { passkey } = await addPasskey(family);
  const browser = await requestSignInOptions(family.url);
  expect(
    codeOf(await postCall(family, 'reauthenticateByPasskey', { response: passkey.use(browser.options) })),
  ).toBe('passkey-late');
  const { options } = bodyOf<RequestReply>(await postCall(family, 'passkeyReauthenticationOptions'));
  const answer = await postCall(await requestSignInOptions(family.url), 'signInWithPasskey', {
    response: passkey.use(options),
  });
  expect(codeOf(answer)).toBe('passkey-late');
  const added = new SoftPasskey(family.url);
  const made = added.make({
    ...bodyOf<CreationReply>(await postCall(family, 'passkeyOptions')).options,
    challenge: options.challenge,
  });
  expect(codeOf(await postCall(family, 'addPasskey', { response: made }))).toBe('passkey-late');
});

test('a passkey is bound to the host name behind https, and unavailable on an IP address', async () => {
  const origin = 'https://framme.example.org';
  const { url } = await startApp({ env: { PUBLIC_URL: origin } });
  const asked = await postJson(url, calls.passkeySignInOptions.path, {}, { origin });
  expect(bodyOf<RequestReply>(asked).options.rpId).toBe('framme.example.org');
  expect(asked.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-framme-passkey=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ]);
  const byAddress = await startApp({ env: { PUBLIC_URL: 'http://127.0.0.1:3000' } });
  const refused = await postJson(
    byAddress.url,
    calls.passkeySignInOptions.path,
    {},
    { origin: 'http://127.0.0.1:3000' },
  );
  expect(codeOf(refused)).toBe('no-passkeys-here');
});

test('the log contains no passkey, challenge, e-mail or code', async () => {
  const { url, log } = await startApp();
  const family = await registerHousehold(url);
  const { passkey } = await addPasskey(family);
  const codes = bodyOf<{ codes: string[] }>(await postCall(family, 'renewRecoveryCodes')).codes;
  const browser = await requestSignInOptions(url);
  await postCall(browser, 'signInWithPasskey', { response: passkey.use(browser.options, { garbled: true }) });
  await postCall(family, 'secondFactorByCode', { code: codes[0] });
  expect(codes).toHaveLength(10);
  for (const secret of [passkey.id, browser.options.challenge, family.account.email, ...codes])
    expect(log.text).not.toContain(secret);
});
