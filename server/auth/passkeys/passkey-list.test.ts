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
  signInWith,
  strictFamily,
} from '#tests/support/people/passkey-family.ts';
import { SoftPasskey } from '#tests/support/people/soft-passkey.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { startWithPausedCall } from '#tests/support/server/app-with-paused-call.ts';
import { codeOf } from '#tests/support/server/http.ts';

const app = shareApp();
const MINUTE = 60_000;

test('a passkey gets a first name from its browser, can be renamed and removed, and then no longer signs in', async () => {
  const family = await registerHousehold(app().url);
  const { options } = bodyOf<CreationReply>(await postCall(family, 'passkeyOptions'));
  const passkey = new SoftPasskey(family.url);
  const agent = { 'user-agent': 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0' };
  const added = await family.post(calls.addPasskey.path, { response: passkey.make(options) }, agent);
  expect(bodyOf<Passkeys>(added).passkeys).toMatchObject([{ name: 'Chrome · Android' }]);
  const renamed = await postCall(family, 'renamePasskey', { id: passkey.id, name: '  Mobilen ' });
  expect(bodyOf<Passkeys>(renamed).passkeys).toMatchObject([{ id: passkey.id, name: 'Mobilen' }]);
  expect((await signInWith(family.url, passkey)).status).toBe(200);
  const removed = await postCall(family, 'removePasskey', { id: passkey.id });
  expect(bodyOf<Passkeys>(removed).passkeys).toEqual([]);
  expect(codeOf(await signInWith(family.url, passkey))).toBe('passkey-refused');
});

test('a passkey belongs to one account: no other can add, rename, remove or re-authenticate with it', async () => {
  const { url } = app();
  const [mine, theirs] = [await registerHousehold(url), await registerHousehold(url)];
  const { passkey } = await addPasskey(mine);
  const { options: own } = bodyOf<CreationReply>(await postCall(mine, 'passkeyOptions'));
  expect(own.excludeCredentials).toMatchObject([{ id: passkey.id }]);
  const { options } = bodyOf<CreationReply>(await postCall(theirs, 'passkeyOptions'));
  expect(codeOf(await postCall(theirs, 'addPasskey', { response: passkey.make(options) }))).toBe(
    'passkey-taken',
  );
  const unknown = { id: new SoftPasskey(url).id };
  for (const { id } of [passkey, unknown]) {
    const renamed = await postCall(theirs, 'renamePasskey', { id, name: 'Min' });
    const removed = await postCall(theirs, 'removePasskey', { id });
    expect([codeOf(renamed), codeOf(removed)]).toEqual(['not-found', 'not-found']);
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
  for (const family of [mine, theirs]) expect((await listPasskeys(family)).passkeys).toEqual([]);
});

test('changing passkeys needs re-authentication after ten minutes, which a passkey can give', async () => {
  const { url, clock } = await startApp();
  const family = await registerHousehold(url);
  const { passkey } = await addPasskey(family);
  clock.ahead = 11 * MINUTE;
  for (const [name, message] of [
    ['passkeyOptions', {}],
    ['renewRecoveryCodes', {}],
    ['removePasskey', { id: passkey.id }],
    ['requirePasskey', { required: false }],
  ] as const)
    expect([name, codeOf(await postCall(family, name, message))]).toEqual([name, 'reauthentication-needed']);
  const { options } = bodyOf<RequestReply>(await postCall(family, 'passkeyReauthenticationOptions'));
  expect(options.allowCredentials).toEqual([
    { id: passkey.id, type: 'public-key', transports: ['internal'] },
  ]);
  bodyOf(await postCall(family, 'reauthenticateByPasskey', { response: passkey.use(options) }));
  expect((await postCall(family, 'renewRecoveryCodes')).status).toBe(200);
});

test('no more than twenty passkeys are stored, however many creations were started before', async () => {
  const family = await registerHousehold(app().url);
  const made = [];
  for (let count = 0; count < 22; count += 1) {
    const { options } = bodyOf<CreationReply>(await postCall(family, 'passkeyOptions'));
    made.push(new SoftPasskey(family.url).make(options));
  }
  const answers = await Promise.all(made.map((response) => postCall(family, 'addPasskey', { response })));
  expect(answers.map(codeOf).filter((code) => code === 'passkey-limit')).toHaveLength(2);
  expect((await listPasskeys(family)).passkeys).toHaveLength(20);
  expect(codeOf(await postCall(family, 'passkeyOptions'))).toBe('passkey-limit');
});

test('a browser that asks too often is rate-limited, and another one of the same account is not', async () => {
  // With a clock that stands still: concurrent attempts reach a database in any order.
  const at = Date.now();
  const { url } = await startApp({ change: () => ({ now: () => at }) });
  const { passkey } = await addPasskey(await registerHousehold(url));
  const signedIn = async () => ({ url, cookie: (await signInWith(url, passkey)).cookie });
  const [family, other] = [await signedIn(), await signedIn()];
  const asking = Array.from({ length: 70 }, () => postCall(family, 'passkeyReauthenticationOptions'));
  const answers = await Promise.all(asking);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(new Set(answers.map(codeOf))).toEqual(new Set([undefined, 'too-many-requests']));
  expect((await postCall(other, 'passkeyReauthenticationOptions')).status).toBe(200);
});

test('of concurrent removals of the last two passkeys, one is refused (required, or without a password)', async () => {
  const { url, store } = await startApp();
  for (const isRequired of [true, false]) {
    const { family, passkey } = await strictFamily(url);
    const other = (await addPasskey(family)).passkey;
    if (!isRequired) {
      bodyOf(await postCall(family, 'requirePasskey', { required: false }));
      await store.setPassword(family.account.uid, null);
    }
    const removed = await Promise.all(
      [passkey, other].map(({ id }) => postCall(family, 'removePasskey', { id })),
    );
    expect(removed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(removed.map(codeOf)).toContain(isRequired ? 'passkey-needed' : 'last-sign-in-method');
    expect((await listPasskeys(family)).passkeys).toHaveLength(1);
  }
});

test('of concurrent removals of the last passkey and the last provider, one is refused', async () => {
  const { url, store, before } = await startWithPausedCall('removeCredentials');
  const family = await registerHousehold(url);
  const { uid } = family.account;
  const { passkey } = await addPasskey(family);
  const body = JSON.stringify({ provider: 'google', issuer: 'https://accounts.google.com' });
  await store.addCredential({ kind: 'provider', key: `of ${uid}`, uid, body, createdAt: '' });
  await store.setPassword(uid, null);
  const refused = await before(
    () => postCall(family, 'removePasskey', { id: passkey.id }),
    () => postCall(family, 'disconnectProvider', { provider: 'google' }),
  );
  expect(codeOf(refused)).toBe('last-sign-in-method');
  expect((await listPasskeys(family)).passkeys).toHaveLength(1);
});
