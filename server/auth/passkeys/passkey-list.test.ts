import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import type { Passkeys } from '#domain/protocol/passkeys.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import {
  addPasskey,
  bodyOf,
  type CreationReply,
  listPasskeys,
  postCall,
  type RequestReply,
  requestSignInOptions,
  signInWith,
} from '#tests/support/people/passkey-family.ts';
import { SoftPasskey } from '#tests/support/people/soft-passkey.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { codeOf, get } from '#tests/support/server/http.ts';

const app = shareApp();
const MINUTE = 60_000;

test('a passkey gets a first name from its browser, can be renamed and removed, and then no longer signs in', async () => {
  const { url } = app();
  const family = await registerHousehold(url);
  const { options } = bodyOf<CreationReply>(await postCall(family, 'passkeyOptions'));
  const passkey = new SoftPasskey(url);
  const agent = { 'user-agent': 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0' };
  const added = await family.post(calls.addPasskey.path, { response: passkey.make(options) }, agent);
  expect(bodyOf<Passkeys>(added).passkeys).toMatchObject([{ name: 'Chrome · Android' }]);
  const renamed = await postCall(family, 'renamePasskey', { id: passkey.id, name: '  Mobilen ' });
  expect(bodyOf<Passkeys>(renamed).passkeys).toMatchObject([{ id: passkey.id, name: 'Mobilen' }]);
  expect((await signInWith(url, passkey)).status).toBe(200);
  const removed = await postCall(family, 'removePasskey', { id: passkey.id });
  expect(bodyOf<Passkeys>(removed).passkeys).toEqual([]);
  expect(codeOf(await signInWith(url, passkey))).toBe('passkey-refused');
});

test('a passkey belongs to one account: no other can add, rename, remove or re-authenticate with it', async () => {
  const { url } = app();
  const [mine, theirs] = [await registerHousehold(url), await registerHousehold(url)];
  const { passkey } = await addPasskey(mine);
  const { options } = bodyOf<CreationReply>(await postCall(theirs, 'passkeyOptions'));
  expect(codeOf(await postCall(theirs, 'addPasskey', { response: passkey.make(options) }))).toBe(
    'passkey-taken',
  );
  const unknown = { id: new SoftPasskey(url).id };
  for (const { id } of [passkey, unknown]) {
    const renamed = await postCall(theirs, 'renamePasskey', { id, name: 'Min' });
    const removed = await postCall(theirs, 'removePasskey', { id });
    expect([renamed.status, removed.status, codeOf(renamed), codeOf(removed)]).toEqual([
      404,
      404,
      'not-found',
      'not-found',
    ]);
  }
  const proof = bodyOf<RequestReply>(await postCall(theirs, 'passkeyReauthenticationOptions')).options;
  expect(proof.allowCredentials).toEqual([]);
  const proved = await postCall(theirs, 'reauthenticateByPasskey', { response: passkey.use(proof) });
  const strange = await postCall(theirs, 'reauthenticateByPasskey', {
    response: new SoftPasskey(url).use(proof),
  });
  expect([codeOf(proved), codeOf(strange)]).toEqual(['passkey-refused', 'passkey-late']);
  expect(await listPasskeys(mine)).toMatchObject({ passkeys: [{ id: passkey.id, name: '' }] });
  expect((await listPasskeys(theirs)).passkeys).toEqual([]);
});

test('a passkey requested in one session cannot be added by another', async () => {
  const { url } = app();
  const [mine, theirs] = [await registerHousehold(url), await registerHousehold(url)];
  const { options } = bodyOf<CreationReply>(await postCall(mine, 'passkeyOptions'));
  const response = new SoftPasskey(url).make(options);
  expect(codeOf(await postCall(theirs, 'addPasskey', { response }))).toBe('passkey-late');
  expect([await listPasskeys(mine), await listPasskeys(theirs)].map(({ passkeys }) => passkeys)).toEqual([
    [],
    [],
  ]);
});

test('changing passkeys needs re-authentication after ten minutes, which a passkey can give', async () => {
  const { url, clock } = await startApp();
  const family = await registerHousehold(url);
  const { passkey } = await addPasskey(family);
  clock.ahead = 11 * MINUTE;
  for (const name of ['passkeyOptions', 'renewRecoveryCodes'] as const)
    expect(codeOf(await postCall(family, name))).toBe('reauthentication-needed');
  expect(codeOf(await postCall(family, 'removePasskey', { id: passkey.id }))).toBe('reauthentication-needed');
  expect(codeOf(await postCall(family, 'requirePasskey', { required: false }))).toBe(
    'reauthentication-needed',
  );
  const { options } = bodyOf<RequestReply>(await postCall(family, 'passkeyReauthenticationOptions'));
  expect(options.allowCredentials).toEqual([
    { id: passkey.id, type: 'public-key', transports: ['internal'] },
  ]);
  expect((await postCall(family, 'reauthenticateByPasskey', { response: passkey.use(options) })).status).toBe(
    200,
  );
  expect((await postCall(family, 'renewRecoveryCodes')).status).toBe(200);
});

const ID = { id: 'abc' };
const NEEDS_SESSION = {
  passkeyOptions: {},
  passkeyReauthenticationOptions: {},
  renewRecoveryCodes: {},
  removePasskey: ID,
  renamePasskey: { ...ID, name: 'x' },
  requirePasskey: { required: true },
} as const;

test.each(Object.entries(NEEDS_SESSION))('%s needs a session', async (name, message) => {
  const answer = await postCall(app(), name as keyof typeof NEEDS_SESSION, message);
  expect([answer.status, codeOf(answer)]).toEqual([401, 'not-signed-in']);
});

test('listing, adding and re-authenticating need a session', async () => {
  const { url } = app();
  expect(codeOf(await get(url, calls.listPasskeys.path))).toBe('not-signed-in');
  const browser = await requestSignInOptions(url);
  const response = new SoftPasskey(url).use(browser.options);
  expect(codeOf(await postCall({ url }, 'reauthenticateByPasskey', { response }))).toBe('not-signed-in');
  const family = await registerHousehold(url);
  const { options } = bodyOf<CreationReply>(await postCall(family, 'passkeyOptions'));
  expect(
    codeOf(await postCall({ url }, 'addPasskey', { response: new SoftPasskey(url).make(options) })),
  ).toBe('not-signed-in');
});

test('an account can have twenty passkeys, and creation options exclude the existing ones', async () => {
  const { url } = app();
  const family = await registerHousehold(url);
  const { passkey } = await addPasskey(family);
  const { options } = bodyOf<CreationReply>(await postCall(family, 'passkeyOptions'));
  expect(options.excludeCredentials).toMatchObject([{ id: passkey.id }]);
  for (let count = 1; count < 20; count += 1) await addPasskey(family);
  expect(codeOf(await postCall(family, 'passkeyOptions'))).toBe('passkey-limit');
});

test('no more than twenty passkeys are stored, however many creations were started before', async () => {
  const { url } = app();
  const family = await registerHousehold(url);
  const made = [];
  for (let count = 0; count < 22; count += 1) {
    const { options } = bodyOf<CreationReply>(await postCall(family, 'passkeyOptions'));
    made.push(new SoftPasskey(url).make(options));
  }
  const answers = await Promise.all(made.map((response) => postCall(family, 'addPasskey', { response })));
  expect(answers.map(codeOf).filter((code) => code === 'passkey-limit')).toHaveLength(2);
  expect((await listPasskeys(family)).passkeys).toHaveLength(20);
});

test('a passkey that is the only sign-in method cannot be removed until there is another', async () => {
  const { url, store } = app();
  const family = await registerHousehold(url);
  const { passkey } = await addPasskey(family);
  await store.setPassword(family.account.uid, null);
  const refused = await postCall(family, 'removePasskey', { id: passkey.id });
  expect([refused.status, codeOf(refused)]).toEqual([409, 'last-sign-in-method']);
  await addPasskey(family);
  expect((await postCall(family, 'removePasskey', { id: passkey.id })).status).toBe(200);
});

test('a browser that asks too often is rate-limited, and another one of the same account is not', async () => {
  // With a clock that stands still: concurrent attempts reach a database in any order.
  const at = Date.now();
  const { url } = await startApp({ change: () => ({ now: () => at }) });
  const { passkey } = await addPasskey(await registerHousehold(url));
  const [family, other] = [await signedInWith(url, passkey), await signedInWith(url, passkey)];
  const asking = Array.from({ length: 70 }, () => postCall(family, 'passkeyReauthenticationOptions'));
  const answers = await Promise.all(asking);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(new Set(answers.map(codeOf))).toEqual(new Set([undefined, 'too-many-requests']));
  expect((await postCall(other, 'passkeyReauthenticationOptions')).status).toBe(200);
});

async function signedInWith(url: string, passkey: SoftPasskey) {
  return { url, cookie: (await signInWith(url, passkey)).cookie };
}
