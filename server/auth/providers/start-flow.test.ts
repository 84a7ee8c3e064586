import { expect, test } from 'vitest';
import { startAppWithProviders, startWithGoogle } from '#tests/support/server/app-with-providers.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';

test('a flow sets an HttpOnly cookie for ten minutes and sends a state, a nonce and a PKCE challenge', async () => {
  const { app, google, browser } = await startWithGoogle();
  const response = await fetch(`${app.url}/api/providers/start`, {
    method: 'POST',
    headers: { origin: app.url, 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'google', purpose: 'sign-in' }),
  });
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^framme-trip=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { url } = (await response.json()) as { url: string };
  const asked = new URL(url);
  expect(asked.origin).toBe(google.url);
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    client_id: 'framme',
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: `${app.url}/api/providers/google/callback`,
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(await browser.whoAmI()).toBeNull();
});

test('behind https the cookie has the __Host- prefix, and the redirect URL is the public address', async () => {
  const origin = 'https://framme.example.org';
  const { app } = await startWithGoogle({ env: { PUBLIC_URL: origin } });
  const answer = await postJson(
    app.url,
    '/api/providers/start',
    { provider: 'google', purpose: 'sign-in' },
    { origin },
  );
  expect(answer.cookie).toMatch(/^__Host-framme-trip=/);
  const { url } = answer.body as { url: string };
  expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${origin}/api/providers/google/callback`);
});

test('a flow cannot be started from another origin or for a provider that is not configured', async () => {
  const { app } = await startWithGoogle();
  const message = { provider: 'google', purpose: 'sign-in' };
  const path = '/api/providers/start';
  expect(codeOf(await postJson(app.url, path, message, { origin: 'https://evil.example' }))).toBe(
    'foreign-origin',
  );
  expect(codeOf(await postJson(app.url, path, { ...message, provider: 'linkedin' }))).toBe('not-found');
  expect(codeOf(await postJson(app.url, path, { ...message, provider: 'evil' }))).toBe('invalid-request');
});

test.each(['//evil.example', 'history'])('the return path %j is refused', async (from) => {
  const { browser } = await startWithGoogle();
  const { status, body } = await browser.startFlow('google', { from });
  expect([status, body]).toMatchObject([400, { error: { code: 'invalid-request', field: 'from' } }]);
});

async function start() {
  const google = await startMockOpenIdProvider();
  const app = await startAppWithProviders({ google: google.url, linkedin: google.url });
  return { app, browser: new OAuthBrowser(app.url) };
}

const said = (outcome: string) => `/login?provider=google&outcome=${outcome}`;

test('a state is accepted once', async () => {
  const { browser } = await start();
  const back = await browser.authorize('google');
  const cookie = browser.cookies.get('framme-trip') ?? '';
  expect((await browser.request(back)).location).toBe('/signed-in');
  expect(browser.cookies.has('framme-trip')).toBe(false);
  browser.cookies.set('framme-trip', cookie);
  expect((await browser.request(back)).location).toBe(said('expired'));
});

test('a state from another browser is refused, and its own browser cannot use it any more either', async () => {
  const { app, browser } = await start();
  const back = await browser.authorize('google');
  const victim = new OAuthBrowser(app.url);
  await victim.authorize('google');
  expect((await victim.request(back)).location).toBe(said('expired'));
  expect(await victim.whoAmI()).toBeNull();
  expect((await browser.request(back)).location).toBe(said('expired'));
  expect((await new OAuthBrowser(app.url).request(back)).location).toBe(said('expired'));
});

test('a code of another authorization flow is refused by the PKCE verifier', async () => {
  const { app, browser } = await start();
  const stolen = new URL(await new OAuthBrowser(app.url).authorize('google')).searchParams.get('code') ?? '';
  const back = new URL(await browser.authorize('google'));
  back.searchParams.set('code', stolen);
  expect((await browser.request(back.href)).location).toBe(said('refused'));
  expect(await browser.whoAmI()).toBeNull();
});

test.each(['', '?state=a&state=b', `?state=${'a'.repeat(43)}`])(
  'a callback with the query %j is reported as expired',
  async (query) => {
    const { app, browser } = await start();
    const { status, location } = await browser.request(`${app.url}/api/providers/google/callback${query}`);
    expect([status, location]).toEqual([303, said('expired')]);
  },
);

test('a callback is accepted only from the provider of its flow, within ten minutes, and by GET', async () => {
  const { app, browser } = await start();
  const elsewhere = (await browser.authorize('google')).replace('/google/', '/linkedin/');
  expect((await browser.request(elsewhere)).location).toBe('/login?provider=linkedin&outcome=expired');
  const unknown = (await browser.authorize('google')).replace('/google/', '/evil/');
  expect((await browser.request(unknown)).location).toBe('/login?outcome=expired');
  const looked = await browser.authorize('google');
  const cookie = `framme-trip=${browser.cookies.get('framme-trip')}`;
  expect((await fetch(looked, { method: 'HEAD', redirect: 'manual', headers: { cookie } })).status).toBe(404);
  expect((await browser.request(looked)).location).toBe('/signed-in');
  const late = await browser.authorize('google');
  app.clock.ahead = 10 * 60_000 + 1;
  expect((await browser.request(late)).location).toBe(said('expired'));
});
