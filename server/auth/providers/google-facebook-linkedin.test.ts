import { expect, test } from 'vitest';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { startMockFacebook } from '#tests/support/server/mock-facebook.ts';
import { KNOWN_PERSON, startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';

const ANNA = { id: '10158', email: 'anna@example.org', first_name: 'Anna', last_name: 'Berg', secret: 'x' };

async function startFacebook() {
  const facebook = await startMockFacebook();
  facebook.person = ANNA;
  const app = await startAppWithProviders({ facebook: facebook.url });
  return { facebook, app, browser: new OAuthBrowser(app.url) };
}

test('LinkedIn signs in by the state alone, without nonce and PKCE', async () => {
  const linkedin = await startMockOpenIdProvider();
  linkedin.changeToken = (token) => delete token.nonce;
  linkedin.person = { ...KNOWN_PERSON, email_verified: 'true' };
  const app = await startAppWithProviders({ linkedin: linkedin.url });
  const browser = new OAuthBrowser(app.url);
  expect(await browser.completeFlow('linkedin')).toBe('/signed-in');
  expect(linkedin.authorizationRequests[0]?.searchParams.has('nonce')).toBe(false);
  expect(linkedin.authorizationRequests[0]?.searchParams.has('code_challenge')).toBe(false);
  expect(linkedin.tokenRequests[0]).not.toHaveProperty('code_verifier');
  const account = await browser.whoAmI();
  expect(account?.email).toBe('anna@example.org');
});

test('a Facebook profile is requested with the app secret proof, and its e-mail counts as unverified', async () => {
  const { facebook, app, browser } = await startFacebook();
  expect(await browser.completeFlow('facebook', { from: '/history' })).toBe(
    '/register/finish?from=%2Fhistory',
  );
  const me = facebook.requests.find(({ pathname }) => pathname === '/me');
  expect(me?.searchParams.get('fields')).toBe('id,email,first_name,last_name');
  expect(me?.searchParams.has('access_token')).toBe(false);
  expect((await browser.request(`${app.url}/api/providers/sign-up`)).body).toEqual({
    pending: { provider: 'facebook', firstName: 'Anna', lastName: 'Berg', email: 'anna@example.org' },
  });
  const { body } = await browser.post('/api/providers/sign-up', {
    firstName: 'Anna',
    lastName: 'Berg',
    email: 'anna@example.org',
  });
  expect(body).toMatchObject({ account: { email: 'anna@example.org' } });
  expect(await app.store.accountByEmail('anna@example.org')).toMatchObject({ emailVerifiedAt: null });
  const again = new OAuthBrowser(app.url);
  expect(await again.completeFlow('facebook')).toBe('/signed-in');
  expect(await again.uid()).toBe(await browser.uid());
});

test.each([{}, { id: `1 ${'2'.repeat(40)}` }])(
  'a Facebook profile without a valid id is refused: %j',
  async (person) => {
    const { facebook, browser } = await startFacebook();
    facebook.person = person;
    expect(await browser.completeFlow('facebook')).toBe('/login?provider=facebook&outcome=refused');
  },
);

test('a code of another authorization flow is refused by Facebook', async () => {
  const { app, browser } = await startFacebook();
  const stolen =
    new URL(await new OAuthBrowser(app.url).authorize('facebook')).searchParams.get('code') ?? '';
  const back = new URL(await browser.authorize('facebook'));
  back.searchParams.set('code', stolen);
  expect((await browser.request(back.href)).location).toBe('/login?provider=facebook&outcome=refused');
  expect(app.log.text).toContain('a sign-in at a provider failed');
  expect(app.log.text).not.toMatch(/says Facebook|geheim|example\.org/);
});
