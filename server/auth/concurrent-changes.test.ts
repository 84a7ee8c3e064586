import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { CREDENTIAL_KINDS } from '#server/auth/endpoints/new-password.ts';
import type { Store } from '#server/store/ports/store.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import {
  addPasskey,
  bodyOf,
  type CreationReply,
  makeCodes,
  passFirstFactor,
  postCall,
  requestSignInOptions,
  strictFamily,
} from '#tests/support/people/passkey-family.ts';
import { CHOSEN, press } from '#tests/support/people/planted-account.ts';
import { SoftPasskey } from '#tests/support/people/soft-passkey.ts';
import { startWithPausedCall } from '#tests/support/server/app-with-paused-call.ts';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { type Answer, codeOf, get, postJson } from '#tests/support/server/http.ts';
import { startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';
import { createOneTimeLink } from './mail/one-time-links.ts';

const logIn = ({ url, account: { email } }: HouseholdOnPhone, password = PASSWORD, cookie = '') =>
  postJson(url, calls.logIn.path, { email, password }, { cookie });
const change = (phone: HouseholdOnPhone) => phone.post(calls.changePassword.path, { password: CHOSEN });

/** Recovers the account by a mailed link. */
async function recover({ url, account }: HouseholdOnPhone, store: Store): Promise<Answer> {
  const at = { store, now: Date.now, origin: () => url };
  const body = { emailKey: account.email, isByHost: false, withoutPasskey: true };
  const link = await createOneTimeLink(at, 'recovery', account.uid, body);
  return press(url, 'recover', { token: new URL(link).hash.slice(1), password: CHOSEN });
}

/** Verifies the address of an account by a new password, as its owner does. */
async function claim({ url, account }: HouseholdOnPhone, store: Store): Promise<Answer> {
  const at = { store, now: Date.now, origin: () => url };
  const link = await createOneTimeLink(at, 'verify-email', account.uid, { emailKey: account.email });
  return press(url, 'claimAccount', { token: new URL(link).hash.slice(1), password: CHOSEN });
}

const MEANWHILE = {
  'its password is changed': change,
  'the account is recovered': recover,
  'the owner of the address claims it': claim,
  'the account is deleted': (phone: HouseholdOnPhone) => phone.deleteAccount(),
};

type Begun = readonly [
  paused: keyof Store,
  prepare: (phone: HouseholdOnPhone) => Promise<() => Promise<Answer | string>>,
];

/** What is begun, and the call of the store before which it is paused. A string is the page that follows. */
const BEGUN: Record<string, Begun> = {
  'a log-in': ['openSession', async (phone) => () => logIn(phone)],
  'a sign-in by passkey': [
    'openSession',
    async (phone) => {
      const { passkey } = await addPasskey(phone);
      const browser = await requestSignInOptions(phone.url);
      return () => postCall(browser, 'signInWithPasskey', { response: passkey.use(browser.options) });
    },
  ],
  'a second factor by recovery code': [
    'openSession',
    async (phone) => {
      await addPasskey(phone);
      const [code] = await makeCodes(phone);
      bodyOf(await postCall(phone, 'requirePasskey', { required: true }));
      const browser = await passFirstFactor(phone);
      return () => postCall(browser, 'secondFactorByCode', { code });
    },
  ],
  'a sign-in by provider': [
    'openSession',
    async (phone) => {
      await OAuthBrowser.signedIn(phone).completeFlow('google', { purpose: 'connect' });
      return () => new OAuthBrowser(phone.url).completeFlow('google');
    },
  ],
  'adding a passkey': [
    'addCredential',
    async (phone) => {
      const { options } = bodyOf<CreationReply>(await postCall(phone, 'passkeyOptions'));
      const response = new SoftPasskey(phone.url).make(options);
      return () => postCall(phone, 'addPasskey', { response });
    },
  ],
  'making recovery codes': [
    'replaceCredentials',
    async (phone) => () => postCall(phone, 'renewRecoveryCodes'),
  ],
  'connecting a provider': [
    'addCredential',
    async (phone) => () => OAuthBrowser.signedIn(phone).completeFlow('google', { purpose: 'connect' }),
  ],
  'requiring a passkey': [
    'requirePasskey',
    async (phone) => {
      await addPasskey(phone);
      await makeCodes(phone);
      return () => postCall(phone, 'requirePasskey', { required: true });
    },
  ],
};

test.each([
  ['a log-in', 'its password is changed', 'invalid-credentials'],
  ['a log-in', 'the account is recovered', 'invalid-credentials'],
  ['a log-in', 'the owner of the address claims it', 'invalid-credentials'],
  ['a log-in', 'the account is deleted', 'invalid-credentials'],
  ['a sign-in by passkey', 'the account is recovered', 'passkey-refused'],
  ['a sign-in by passkey', 'the owner of the address claims it', 'passkey-refused'],
  ['a second factor by recovery code', 'its password is changed', 'second-factor-over'],
  ['a second factor by recovery code', 'the account is recovered', 'second-factor-over'],
  ['a sign-in by provider', 'the account is recovered', 'expired'],
  ['a sign-in by provider', 'the owner of the address claims it', 'expired'],
  ['adding a passkey', 'the account is recovered', 'not-signed-in'],
  ['adding a passkey', 'the owner of the address claims it', 'not-signed-in'],
  ['adding a passkey', 'the account is deleted', 'account-gone'],
  ['making recovery codes', 'the account is recovered', 'not-signed-in'],
  ['making recovery codes', 'the owner of the address claims it', 'not-signed-in'],
  ['making recovery codes', 'the account is deleted', 'account-gone'],
  ['connecting a provider', 'the account is recovered', 'expired'],
  ['connecting a provider', 'the owner of the address claims it', 'expired'],
  ['requiring a passkey', 'the owner of the address claims it', 'passkey-needed'],
] as const)('%s is refused and leaves no trace if %s meanwhile', async (what, change, code) => {
  const [paused, prepare] = BEGUN[what] as Begun;
  const google = await startMockOpenIdProvider();
  const { url, store, before } = await startWithPausedCall(paused, (options) =>
    startAppWithProviders({ google: google.url }, options),
  );
  const phone = await registerHousehold(url);
  const { uid } = phone.account;
  const go = await prepare(phone);
  const result = await before(go, () => MEANWHILE[change](phone, store));
  if (typeof result === 'string') expect(new URL(result, url).searchParams.get('outcome')).toBe(code);
  else {
    expect(codeOf(result)).toBe(code);
    expect(result.headers.getSetCookie()).toEqual([]);
  }
  expect(await store.sessionsOf(uid, '')).toHaveLength(change === 'the account is deleted' ? 0 : 1);
  expect((await store.accountByUid(uid))?.passkeyRequiredAt ?? null).toEqual(
    change === 'its password is changed' && what !== 'a log-in' ? expect.any(String) : null,
  );
  if (change === 'its password is changed') return;
  for (const kind of CREDENTIAL_KINDS) expect(await store.credentialsOf(uid, kind)).toEqual([]);
});

test('a log-in just before the deletion of its account succeeds, and its next request gets account-gone', async () => {
  const { url, before } = await startWithPausedCall('putOneTimeToken');
  const phone = await registerHousehold(url);
  const { status, cookie = '' } = await before(
    () => logIn(phone),
    () => phone.deleteAccount(),
  );
  expect(status).toBe(200);
  expect(codeOf(await get(url, calls.devices.path, { cookie }))).toBe('account-gone');
});

test('a log-in does not reach the second factor if its password is changed meanwhile', async () => {
  const { url, before } = await startWithPausedCall('putOneTimeToken');
  const { family } = await strictFamily(url);
  const answer = await before(
    () => logIn(family),
    () => change(family),
  );
  expect(codeOf(answer)).toBe('invalid-credentials');
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('a recovery starts no session if another recovery finishes first', async () => {
  const { url, store, before } = await startWithPausedCall('openSession');
  const phone = await registerHousehold(url);
  const answer = await before(
    () => recover(phone, store),
    () => recover(phone, store),
  );
  expect(codeOf(answer)).toBe('invalid-credentials');
  expect(await store.sessionsOf(phone.account.uid, '')).toHaveLength(1);
});

test('a log-in refused at the last moment keeps the old session of the browser', async () => {
  const { url, before } = await startWithPausedCall('openSession');
  const [phone, other] = [await registerHousehold(url), await registerHousehold(url, 'Nguyen')];
  const { cookie, account } = other;
  const answer = await before(
    () => logIn(phone, PASSWORD, cookie),
    () => change(phone),
  );
  expect(codeOf(answer)).toBe('invalid-credentials');
  expect((await get(url, calls.whoAmI.path, { cookie })).body).toEqual({ account });
});

test('a new password is not overwritten by a log-in that rehashes the old one', async () => {
  const { url, store, before } = await startWithPausedCall('setPassword');
  const phone = await registerHousehold(url);
  const outdated = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  await store.setPassword(phone.account.uid, outdated);
  const answer = await before(
    () => logIn(phone, 'password'),
    () => change(phone),
  );
  expect(codeOf(answer)).toBe('invalid-credentials');
  expect((await logIn(phone, CHOSEN)).status).toBe(200);
});

test('a password change is refused if a recovery ends its session meanwhile', async () => {
  const { url, store, before } = await startWithPausedCall('changePassword');
  const phone = await registerHousehold(url);
  const theirs = 'en fras av någon annan';
  const answer = await before(
    () => phone.post(calls.changePassword.path, { password: theirs }),
    () => recover(phone, store),
  );
  expect(codeOf(answer)).toBe('not-signed-in');
  expect((await logIn(phone, theirs)).status).toBe(401);
  expect((await logIn(phone, CHOSEN)).status).toBe(200);
});

test('a log-in is asked for the passkey and gets no session if the passkey becomes required meanwhile', async () => {
  const { url, store, before } = await startWithPausedCall('openSession');
  const phone = await registerHousehold(url);
  await addPasskey(phone);
  await makeCodes(phone);
  const answer = await before(
    () => logIn(phone),
    () => postCall(phone, 'requirePasskey', { required: true }),
  );
  expect([answer.status, answer.body]).toEqual([200, { next: 'passkey' }]);
  expect(await store.sessionsOf(phone.account.uid, '')).toHaveLength(1);
});
