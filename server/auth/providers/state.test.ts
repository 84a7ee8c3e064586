import { expect, test } from 'vitest';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';

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

test.each(['', '?state=', '?state=a', '?state=a&state=b', `?state=${'a'.repeat(43)}`, '?code=a&error=b'])(
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
