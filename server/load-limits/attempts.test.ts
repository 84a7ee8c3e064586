import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { Config } from '#server/config/config.ts';
import { newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { type AppUnderTest, shareApp, startApp } from '#tests/support/server/app.ts';
import { type Answer, codeOf, postJson } from '#tests/support/server/http.ts';
import { LoadLimits } from './load-limits.ts';

const MINUTE = 60_000;
const OWN = 10;

const BEGAN = Date.now();

/**
 * An app behind a trusted proxy that forwards the client's address. Its clock stands still: concurrent attempts reach a
 * database in any order, and the last of a burst is refused if it began before the first that was counted.
 */
const behindProxy = shareApp({ env: { TRUST_PROXY: '1' }, change: () => ({ now: () => BEGAN }) });

interface Caller {
  from?: string;
  cookie?: string;
}

const logIn = ({ url }: AppUnderTest, email: string, password: string, { from = '', cookie = '' }: Caller) =>
  postJson(url, '/api/log-in', { email, password }, { 'x-forwarded-for': from, cookie });

/** Sends wrong passwords concurrently. Returns how many were not rate-limited. */
async function tryWrongPasswords(
  app: AppUnderTest,
  email: string,
  count: number,
  caller: Caller,
): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => logIn(app, email, 'gissning', caller)),
  );
  const codes = answers.map(codeOf);
  const [wrong, late] = ['invalid-credentials', 'too-many-requests'].map(
    (code) => codes.filter((one) => one === code).length,
  );
  expect((wrong ?? 0) + (late ?? 0)).toBe(count);
  return wrong ?? 0;
}

let addresses = 0;
/** Returns an unused address. */
function anAddress(): string {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

const waitIn = ({ status, headers, body }: Answer) => {
  expect(status).toBe(429);
  const { retryAfter } = (body as { error: { retryAfter: number } }).error;
  expect(headers.get('retry-after')).toBe(String(retryAfter));
  return retryAfter;
};

test('ten wrong passwords are checked, then one a minute, and the answer says when to retry', async () => {
  let at = Date.now();
  const app = await startApp({ change: () => ({ now: () => at }) });
  const { account } = await registerHousehold(app.url);
  expect(await tryWrongPasswords(app, account.email, OWN + 5, {})).toBe(OWN);
  const wait = waitIn(await logIn(app, account.email, PASSWORD, {}));
  expect(wait).toBe(60);
  at += wait * 1000;
  expect(await tryWrongPasswords(app, account.email, 3, {})).toBe(1);
  at += MINUTE;
  expect((await logIn(app, account.email, PASSWORD, {})).status).toBe(200);
  expect(await tryWrongPasswords(app, account.email, OWN + 1, {})).toBe(OWN);
});

test('attempts on an unknown e-mail are limited like those on a known one', async () => {
  // With a fixed clock, because a later attempt would have to wait for less.
  const at = Date.now();
  const app = await startApp({ change: () => ({ now: () => at }) });
  const { account } = await registerHousehold(app.url);
  for (const email of [
    account.email,
    account.email.toUpperCase(),
    'nobody@example.org',
    'Nobody@example.org',
  ])
    expect(await tryWrongPasswords(app, email, 5, {})).toBe(5);
  const [known, unknown] = [
    await logIn(app, account.email, 'gissning', {}),
    await logIn(app, 'nobody@example.org', 'gissning', {}),
  ];
  const bodyOf = ({ body }: Answer) => {
    const { retryAfter: _seconds, ...error } = (body as { error: { retryAfter: number } }).error;
    return error;
  };
  expect(bodyOf(unknown)).toEqual(bodyOf(known));
  expect(waitIn(unknown)).toBe(waitIn(known));
});

test('an attack on an account from many addresses does not lock its owner out', {
  timeout: 240_000,
}, async () => {
  const app = behindProxy();
  const owner = await registerHousehold(app.url);
  const { email } = owner.account;
  for (let i = 0; i < 5; i++) await tryWrongPasswords(app, email, OWN, { from: anAddress() });
  expect(await tryWrongPasswords(app, email, OWN, { from: anAddress() })).toBe(3);
  expect((await logIn(app, email, PASSWORD, { from: anAddress() })).status).toBe(200);
  expect(await tryWrongPasswords(app, 'somebody-else@example.org', 5, { from: anAddress() })).toBe(5);
});

test('a trusted browser has its own rate limit, also at the address of an attack', async () => {
  const app = behindProxy();
  const { account } = await registerHousehold(app.url);
  const from = anAddress();
  const before = await logIn(app, account.email, PASSWORD, { from });
  const cookie = deviceCookie(before);
  await tryWrongPasswords(app, account.email, OWN * 2, { from });
  expect(codeOf(await logIn(app, account.email, PASSWORD, { from }))).toBe('too-many-requests');
  expect(codeOf(await logIn(app, account.email, PASSWORD, { from, cookie: `${cookie}x` }))).toBe(
    'too-many-requests',
  );
  const again = await logIn(app, account.email, PASSWORD, { from, cookie });
  expect(again.status).toBe(200);
  expect(deviceCookie(again)).not.toBe(cookie);
  expect(codeOf(await logIn(app, account.email, PASSWORD, { from, cookie }))).toBe('too-many-requests');
  expect(await tryWrongPasswords(app, account.email, OWN * 2, { from, cookie: deviceCookie(again) })).toBe(
    OWN,
  );
});

test('a browser trusted by one account is not trusted by another, and has no session', async () => {
  const app = behindProxy();
  const [mine, theirs] = [await registerHousehold(app.url), await registerHousehold(app.url)];
  const from = anAddress();
  const cookie = deviceCookie(await logIn(app, mine.account.email, PASSWORD, { from }));
  expect(await tryWrongPasswords(app, theirs.account.email, OWN, { from })).toBe(OWN);
  expect(codeOf(await logIn(app, theirs.account.email, PASSWORD, { from, cookie }))).toBe(
    'too-many-requests',
  );
  const { body } = await postJson(app.url, '/api/devices', {}, { cookie });
  expect(body).toMatchObject({ error: {} });
});

test('an address has one rate limit for log-ins and registrations together', async () => {
  const app = await startApp({ env: { SIGN_INS_PER_HOUR: '10', TRUST_PROXY: '1' } });
  const from = anAddress();
  for (let i = 0; i < 9; i++) await logIn(app, `${newId()}@example.org`, 'gissning', { from });
  const register = (address: string) =>
    postJson(
      app.url,
      '/api/register',
      { firstName: 'A', lastName: 'B', email: `${newId()}@example.org`, password: PASSWORD },
      { 'x-forwarded-for': address },
    );
  expect((await register(from)).status).toBe(200);
  expect(waitIn(await register(from))).toBeLessThanOrEqual(6 * 60);
  expect(codeOf(await logIn(app, 'a@example.org', 'gissning', { from }))).toBe('too-many-requests');
  expect((await register(anAddress())).status).toBe(200);
  app.clock.ahead = 6 * MINUTE + 1000;
  expect((await register(from)).status).toBe(200);
});

/** The limits without their endpoints: `countAttempt` at an account, from an address or a trusted browser. */
function limitsOnly() {
  const { store } = behindProxy();
  const config = { signInsPerHour: 1_000_000 } as Config;
  const limits = new LoadLimits({ config, store, now: () => BEGAN } as never, () => undefined);
  const attempt = (account: string, ip: string, trustedBrowser?: string) =>
    limits.countAttempt({ ip } as FastifyRequest, account, trustedBrowser);
  return { limits, attempt };
}

test('an address has three attempts at each of several accounts under attack', async () => {
  const { attempt } = limitsOnly();
  const from = anAddress();
  for (const account of [newId(), newId()]) {
    for (let i = 0; i < 50; i++) await attempt(account, anAddress());
    for (let i = 0; i < 3; i++) await attempt(account, from);
    await expect(attempt(account, from)).rejects.toMatchObject({ code: 'too-many-requests' });
  }
});

test('a trusted browser has all its attempts again after the right password', async () => {
  const { limits, attempt } = limitsOnly();
  const fromBrowser = () => attempt('account', anAddress(), 'browser');
  for (let i = 1; i < OWN; i++) await fromBrowser();
  await limits.reset(await fromBrowser());
  for (let i = 0; i < OWN; i++) await fromBrowser();
  await expect(fromBrowser()).rejects.toMatchObject({ code: 'too-many-requests' });
});

test('log-ins with the right password are rate-limited too, also from a trusted browser', async () => {
  const app = await startApp({ env: { SIGN_INS_PER_HOUR: '10' } });
  const { account, cookie } = await registerHousehold(app.url);
  const entering = (cookie: string) => logIn(app, account.email, PASSWORD, { cookie });
  let known = deviceCookie(await entering(''));
  for (let i = 0; i < 10; i++) {
    const answer = await entering(known);
    expect(answer.status).toBe(200);
    known = deviceCookie(answer);
  }
  const late = [
    await entering(known),
    await postJson(app.url, '/api/reauthenticate', { password: PASSWORD }, { cookie }),
  ];
  expect(late.map(codeOf)).toEqual(['too-many-requests', 'too-many-requests']);
  app.clock.ahead = 6 * MINUTE;
  expect((await entering(known)).status).toBe(200);
});

/**
 * Starts an app with limits lower than a host can set: two untrusted log-ins per address, and twenty from trusted browsers.
 * `allowedHere` returns how many of ten attempts of each account at one address were not rate-limited.
 */
async function startWithTwo() {
  const app = await startApp({
    env: { TRUST_PROXY: '1' },
    change: ({ config }) => ({ config: { ...config, signInsPerHour: 2 }, now: () => BEGAN }),
  });
  /** Registers an account at another address, and returns it with its browser's cookies. */
  const openAccount = async () => {
    const email = `${newId()}@example.org`;
    const registration = { firstName: 'A', lastName: 'B', email, password: PASSWORD };
    const answer = await postJson(app.url, '/api/register', registration, { 'x-forwarded-for': anAddress() });
    expect(answer.status).toBe(200);
    return { email, device: deviceCookie(answer), session: cookieIn(answer, 'framme') };
  };
  const accounts = [await openAccount(), await openAccount(), await openAccount()];
  type Attempt = { path: string; message?: object; cookie?: string };
  const allowedHere = async (attemptOf: (account: (typeof accounts)[number]) => Attempt, of = accounts) => {
    const attempts = of.flatMap((account) => Array.from({ length: 10 }, () => attemptOf(account)));
    const answers = await Promise.all(
      attempts.map(({ path, message = {}, cookie = '' }) => {
        const headers = { 'x-forwarded-for': '203.0.113.7', cookie };
        return postJson(app.url, path, { ...message, password: 'gissning' }, headers);
      }),
    );
    return answers.filter((answer) => codeOf(answer) === 'invalid-credentials').length;
  };
  return { accounts, allowedHere };
}

test('log-ins by trusted browsers from one address are limited to ten times those of untrusted ones', async () => {
  const { accounts, allowedHere } = await startWithTwo();
  const path = '/api/log-in';
  expect(await allowedHere(({ email }) => ({ path, message: { email } }))).toBe(2);
  const trusted = ({ email, device }: (typeof accounts)[number]) => ({
    path,
    message: { email },
    cookie: device,
  });
  expect(await allowedHere(trusted, accounts.slice(0, 1))).toBe(10);
  expect(await allowedHere(trusted, accounts.slice(1))).toBe(10);
});

test('re-authentications from one address are limited to ten times the untrusted log-ins', async () => {
  const { allowedHere } = await startWithTwo();
  expect(await allowedHere(({ session }) => ({ path: '/api/reauthenticate', cookie: session }))).toBe(20);
});

const deviceCookie = (answer: Answer) => cookieIn(answer, 'framme-device');

function cookieIn({ headers }: Answer, name: string): string {
  const cookie = headers.getSetCookie().find((one) => one.startsWith(`${name}=`));
  return cookie?.split(';', 1)[0] ?? '';
}
