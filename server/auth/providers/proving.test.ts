import { expect, test } from 'vitest';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { addPasskey, ask, strictFamily } from '#tests/support/people/passkey-family.ts';
import { startAppWith } from '#tests/support/server/app-with-providers.ts';
import { codeOf } from '#tests/support/server/http.ts';
import { type OddProvider, startOddProvider } from '#tests/support/server/mock-openid-provider.ts';
import { Traveller } from '#tests/support/server/oauth-browser.ts';

const ELEVEN_MINUTES = 11 * 60_000;
const outcome = (said: string, provider = 'google') =>
  `/profile/account?provider=${provider}&outcome=${said}`;
const prove = (browser: Traveller) => browser.travel('google', { errand: 'prove' });

async function start() {
  const google = await startOddProvider();
  return { google, app: await startAppWith({ google: google.url }) };
}

/** The browser of a family that connected the service, eleven minutes after it signed in. */
async function connectedLate(app: Awaited<ReturnType<typeof start>>['app'], cookie: string) {
  const browser = new Traveller(app.url);
  browser.cookies.set('framme', cookie.split('=')[1] ?? '');
  await browser.travel('google', { errand: 'connect' });
  app.clock.ahead += ELEVEN_MINUTES;
  return browser;
}

test('a service proves nothing where there is a password, so it does not change that', async () => {
  const { app } = await start();
  const family = await registerHousehold(app.url);
  const browser = await connectedLate(app, family.cookie);
  expect(await prove(browser)).toBe(outcome('refused'));
  const change = await browser.post('/api/change-password', { password: 'a stranger chose this' });
  expect(change).toMatchObject({ status: 403, body: { error: { code: 'proof-needed' } } });
  await browser.post('/api/prove', { password: PASSWORD });
  expect((await browser.post('/api/change-password', { password: 'the owner chose this' })).status).toBe(200);
});

test('a service does not turn off the passkey that an account requires', async () => {
  const { app } = await start();
  const { family } = await strictFamily(app.url);
  const browser = await connectedLate(app, family.cookie);
  await app.store.setPassword(family.account.uid, null);
  expect(await prove(browser)).toBe(outcome('refused'));
  expect(codeOf(await ask(family, 'requirePasskey', { required: false }))).toBe('proof-needed');
});

test('a service proves nothing where there is a passkey, also one that came during the trip', async () => {
  const { app } = await start();
  const family = await registerHousehold(app.url);
  await app.store.setPassword(family.account.uid, null);
  const browser = await connectedLate(app, family.cookie);
  expect(await prove(browser)).toBe(outcome('proven'));
  const back = await browser.visit('google', { errand: 'prove' });
  await addPasskey(family);
  expect((await browser.go(back)).place).toBe(outcome('refused'));
});

test('nor is signing in by it such a proof, where there is a password or a passkey', async () => {
  const { app } = await start();
  const family = await registerHousehold(app.url);
  await connectedLate(app, family.cookie);
  const change = async () => {
    const browser = new Traveller(app.url);
    expect(await browser.travel('google')).toContain('/signed-in');
    return browser.post('/api/change-password', { password: 'a stranger chose this' });
  };
  const refused = { status: 403, body: { error: { code: 'proof-needed' } } };
  expect(await change()).toMatchObject(refused);
  await app.store.setPassword(family.account.uid, null);
  expect((await change()).status).toBe(200);
  await app.store.setPassword(family.account.uid, null);
  const { uid } = family.account;
  await app.store.addCredential({ kind: 'passkey', key: uid, uid, body: '{}', createdAt: '' });
  expect(await change()).toMatchObject(refused);
});

/** Somebody who came by the host's own service and has nothing else, in a browser that asks it for a proof. */
async function atSchool() {
  const school = await startOddProvider();
  const app = await startAppWith({ oidc: school.url });
  const browser = new Traveller(app.url);
  await browser.travel('oidc');
  return { school, app, browser };
}

const shownAt = (ms: number): OddProvider['bend'] => {
  return (token) => Object.assign(token, { auth_time: Math.floor((Date.now() + ms) / 1000) });
};

test("the host's own service is asked for a new log-in, and must say that it came", async () => {
  const { school, browser } = await atSchool();
  const proveHere = () => browser.travel('oidc', { errand: 'prove' });
  expect(await proveHere()).toBe(outcome('refused', 'oidc'));
  expect(Object.fromEntries(school.asked.at(-1)?.searchParams ?? [])).toMatchObject({
    prompt: 'login',
    max_age: '0',
  });
  school.bend = shownAt(-ELEVEN_MINUTES);
  expect(await proveHere()).toBe(outcome('refused', 'oidc'));
  school.bend = shownAt(0);
  expect(await proveHere()).toBe(outcome('proven', 'oidc'));
});

test('a log-in that was taken slowly during the trip proves as well, and an ordinary one need not say when', async () => {
  const { school, app, browser } = await atSchool();
  const back = await browser.visit('oidc', { errand: 'prove' });
  app.clock.ahead = 5 * 60_000;
  school.bend = shownAt(-4 * 60_000);
  expect((await browser.go(back)).place).toBe(outcome('proven', 'oidc'));
  school.bend = () => {};
  expect(await new Traveller(app.url).travel('oidc')).toBe('/signed-in');
});
