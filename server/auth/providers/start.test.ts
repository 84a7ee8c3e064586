import { expect, test } from 'vitest';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';

async function start() {
  const google = await startMockOpenIdProvider();
  const app = await startAppWithProviders({ google: google.url });
  return { google, app, browser: new OAuthBrowser(app.url) };
}

test('a flow sets an HttpOnly cookie for ten minutes and sends a state, a nonce and a PKCE challenge', async () => {
  const { app, google, browser } = await start();
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
  const google = await startMockOpenIdProvider();
  const origin = 'https://framme.example.org';
  const app = await startAppWithProviders({ google: google.url }, { env: { PUBLIC_URL: origin } });
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
  const { app } = await start();
  const message = { provider: 'google', purpose: 'sign-in' };
  const path = '/api/providers/start';
  expect(codeOf(await postJson(app.url, path, message, { origin: 'https://evil.example' }))).toBe(
    'foreign-origin',
  );
  expect(codeOf(await postJson(app.url, path, { ...message, provider: 'linkedin' }))).toBe('not-found');
  expect(codeOf(await postJson(app.url, path, { ...message, provider: 'evil' }))).toBe('invalid-request');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'https://evil.example',
  'history',
  `/${'a'.repeat(1024)}`,
])('the return path %j is refused', async (from) => {
  const { browser } = await start();
  const { status, body } = await browser.startFlow('google', { from });
  expect([status, body]).toMatchObject([400, { error: { code: 'invalid-request', field: 'from' } }]);
});
