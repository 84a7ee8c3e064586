import { expect, test } from 'vitest';
import { startAppWith } from '#tests/support/server/app-with-providers.ts';
import { startOddProvider } from '#tests/support/server/mock-openid-provider.ts';
import { Traveller } from '#tests/support/server/oauth-browser.ts';

async function start() {
  const google = await startOddProvider();
  const app = await startAppWith({ google: google.url, linkedin: google.url });
  return { app, browser: new Traveller(app.url) };
}

const said = (outcome: string) => `/login?provider=google&outcome=${outcome}`;

test('a state is good once', async () => {
  const { browser } = await start();
  const back = await browser.visit('google');
  const cookie = browser.cookies.get('framme-trip') ?? '';
  expect((await browser.go(back)).place).toBe('/signed-in');
  expect(browser.cookies.has('framme-trip')).toBe(false);
  browser.cookies.set('framme-trip', cookie);
  expect((await browser.go(back)).place).toBe(said('expired'));
});

test('a state of another browser is good for nobody, not even for its own any longer', async () => {
  const { app, browser } = await start();
  const back = await browser.visit('google');
  const victim = new Traveller(app.url);
  await victim.visit('google');
  expect((await victim.go(back)).place).toBe(said('expired'));
  expect(await victim.whoAmI()).toBeNull();
  expect((await browser.go(back)).place).toBe(said('expired'));
  expect((await new Traveller(app.url).go(back)).place).toBe(said('expired'));
});

test('a code of another trip is of no use: the verifier does not fit', async () => {
  const { app, browser } = await start();
  const stolen = new URL(await new Traveller(app.url).visit('google')).searchParams.get('code') ?? '';
  const back = new URL(await browser.visit('google'));
  back.searchParams.set('code', stolen);
  expect((await browser.go(back.href)).place).toBe(said('refused'));
  expect(await browser.whoAmI()).toBeNull();
});

test.each(['', '?state=', '?state=a', '?state=a&state=b', `?state=${'a'.repeat(43)}`, '?code=a&error=b'])(
  'the address with %j leads to the words for what is over',
  async (query) => {
    const { app, browser } = await start();
    const { status, place } = await browser.go(`${app.url}/api/providers/google/callback${query}`);
    expect([status, place]).toEqual([303, said('expired')]);
  },
);

test('a trip ends at the provider that it was to, within ten minutes, and by a GET alone', async () => {
  const { app, browser } = await start();
  const elsewhere = (await browser.visit('google')).replace('/google/', '/linkedin/');
  expect((await browser.go(elsewhere)).place).toBe('/login?provider=linkedin&outcome=expired');
  const unknown = (await browser.visit('google')).replace('/google/', '/evil/');
  expect((await browser.go(unknown)).place).toBe('/login?outcome=expired');
  const looked = await browser.visit('google');
  const cookie = `framme-trip=${browser.cookies.get('framme-trip')}`;
  expect((await fetch(looked, { method: 'HEAD', redirect: 'manual', headers: { cookie } })).status).toBe(404);
  expect((await browser.go(looked)).place).toBe('/signed-in');
  const late = await browser.visit('google');
  app.clock.ahead = 10 * 60_000 + 1;
  expect((await browser.go(late)).place).toBe(said('expired'));
});
