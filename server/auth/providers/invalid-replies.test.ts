import type { MutableResponse } from 'oauth2-mock-server';
import { expect, test } from 'vitest';
import { startWithGoogle } from '#tests/support/server/app-with-providers.ts';
import {
  HANGING,
  KNOWN_PERSON,
  type MockOpenIdProvider,
} from '#tests/support/server/mock-openid-provider.ts';

/** Changes a provider's identity token, or its token reply, before it is sent. */
const withToken = (changeToken: MockOpenIdProvider['changeToken']) => (google: MockOpenIdProvider) =>
  void Object.assign(google, { changeToken });
const withTokenReply =
  (changeTokenReply: MockOpenIdProvider['changeTokenReply']) => (google: MockOpenIdProvider) =>
    void Object.assign(google, { changeTokenReply });

const outcomeUrl = (outcome: string) => `/login?provider=google&outcome=${outcome}`;
const inThePast = Math.floor(Date.now() / 1000) - 3600;

test.each<[string, (google: MockOpenIdProvider) => void]>([
  ['the nonce of another flow', withToken((token) => Object.assign(token, { nonce: 'x'.repeat(43) }))],
  ['no nonce', withToken((token) => delete token.nonce)],
  ['a token for another app', withToken((token) => Object.assign(token, { aud: 'another-app' }))],
  ['a token of another issuer', withToken((token) => Object.assign(token, { iss: 'https://evil.example' }))],
  ['an expired token', withToken((token) => Object.assign(token, { exp: inThePast }))],
  ['a token without a subject', withToken((token) => delete token.sub)],
  [
    'an altered token',
    withTokenReply(({ body }) => Object.assign(body, { id_token: withOtherSubject(body) })),
  ],
  ['no token at all', withTokenReply(({ body }) => body && delete body.id_token)],
  ['an empty error reply', withTokenReply((answer) => Object.assign(answer, { statusCode: 400, body: {} }))],
  [
    'the profile of somebody else',
    (google) =>
      Object.assign(google, { person: { sub: 'a' }, userinfo: { sub: 'b', email: 'b@example.org' } }),
  ],
])('%s is refused, and nobody is signed in', async (_what, changeToken) => {
  const { google, browser } = await startWithGoogle();
  changeToken(google);
  expect(await browser.completeFlow('google')).toBe(outcomeUrl('refused'));
  expect(await browser.whoAmI()).toBeNull();
  expect([...browser.cookies.keys()]).toEqual([]);
});

/** Returns the token with another subject, under the old signature. */
function withOtherSubject(tokens: MutableResponse['body']): string {
  const token = tokens === '' ? '' : String(tokens.id_token);
  const [head = '', body = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const other = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody-else' })).toString('base64url');
  return [head, other, signature].join('.');
}

test('a token endpoint that hangs times out within seconds', async () => {
  const { google, browser } = await startWithGoogle({}, 3);
  google.changeDiscovery = ({ body }) => Object.assign(body, { token_endpoint: google.url + HANGING });
  const back = await browser.authorize('google');
  const begun = performance.now();
  expect((await browser.request(back)).location).toBe(outcomeUrl('unreachable'));
  // The client's own timeout, without ours, is 30 seconds.
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test.each<[string, (google: MockOpenIdProvider) => void]>([
  ['tokens', withTokenReply((answer) => Object.assign(answer, { statusCode: 503 }))],
  ['a profile', (google) => Object.assign(google, { person: { sub: 'a' }, userinfo: 500 })],
])('a provider that fails to give %s is called unreachable', async (_what, changeToken) => {
  const { google, browser } = await startWithGoogle();
  changeToken(google);
  expect(await browser.completeFlow('google')).toBe(outcomeUrl('unreachable'));
});

test('a provider that is down is reported as unreachable, and works once it is back', async () => {
  const { google, browser } = await startWithGoogle();
  google.changeDiscovery = (documents) => Object.assign(documents, { statusCode: 503 });
  expect(await browser.startFlow('google')).toMatchObject({
    status: 502,
    body: { error: { code: 'provider-unreachable' } },
  });
  google.changeDiscovery = () => {};
  expect(await browser.completeFlow('google')).toBe('/signed-in');
});

test('a discovery document with another issuer is refused', async () => {
  const { google, browser } = await startWithGoogle();
  google.changeDiscovery = ({ body }) => Object.assign(body, { issuer: 'https://accounts.google.com' });
  expect((await browser.startFlow('google')).status).toBe(502);
});

test.each([
  ['access_denied', 'cancelled'],
  ['temporarily_unavailable', 'unreachable'],
  ['invalid_scope', 'refused'],
  ['<script>alert(1)</script>', 'refused'],
])('the provider error %s is reported as %s', async (error, outcome) => {
  const { browser } = await startWithGoogle();
  const back = new URL(await browser.authorize('google', { from: '/history', open: 'in' }));
  back.searchParams.delete('code');
  back.searchParams.set('error', error);
  back.searchParams.set('error_description', 'Words of the provider\r\nSet-Cookie: a=b');
  expect((await browser.request(back.href)).location).toBe(`${outcomeUrl(outcome)}&from=%2Fhistory&open=in`);
});

test('a missing name, and a missing or unverified e-mail, are asked for', async () => {
  const { google, browser } = await startWithGoogle();
  for (const person of [
    { ...KNOWN_PERSON, email_verified: false },
    { ...KNOWN_PERSON, email_verified: undefined },
    { ...KNOWN_PERSON, email: undefined },
    { ...KNOWN_PERSON, email: 'no e-mail' },
    { ...KNOWN_PERSON, family_name: undefined },
    { ...KNOWN_PERSON, given_name: ' \u202e' },
  ]) {
    google.person = person;
    expect(await browser.completeFlow('google'), JSON.stringify(person)).toBe('/register/finish');
    expect(await browser.whoAmI()).toBeNull();
  }
});

test('email_verified of the profile applies to its own e-mail, not to that of the token', async () => {
  const { google, app, browser } = await startWithGoogle();
  google.person = { ...KNOWN_PERSON, given_name: undefined, email_verified: undefined };
  google.userinfo = { given_name: 'Anna', email: 'other@example.org', email_verified: true };
  expect(await browser.completeFlow('google')).toBe('/register/finish');
  google.person = { sub: KNOWN_PERSON.sub };
  google.userinfo = { ...KNOWN_PERSON };
  expect(await browser.completeFlow('google')).toBe('/signed-in');
  expect(await app.store.accountByEmail('anna@example.org')).toMatchObject({
    emailVerifiedAt: expect.any(String),
  });
});
