import { expect, test } from 'vitest';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { type AppOptions, type AppUnderTest, startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';

const FEW = { SIGN_INS_PER_HOUR: '10' };
const BEGAN = Date.now();

/** Starts an app whose clock stands still, because concurrent attempts reach a database in any order. */
const startLimited = (env: Record<string, string> = {}, { change, ...options }: AppOptions = {}) =>
  startApp({
    ...options,
    env: { ...FEW, ...env },
    change: (dependencies) => ({ ...change?.(dependencies), now: () => BEGAN }),
  });

/** Sends one sign-in call per `X-Forwarded-For` header, each for another e-mail. Returns how many were not rate-limited. */
async function tryFrom(app: AppUnderTest, forwarded: readonly string[]): Promise<number> {
  const answers = await Promise.all(
    forwarded.map((header) =>
      postJson(
        app.url,
        '/api/log-in',
        { email: `${newId()}@example.org`, password: 'gissning' },
        { 'x-forwarded-for': header },
      ),
    ),
  );
  return answers.filter((answer) => codeOf(answer) === 'invalid-credentials').length;
}

const numbered = (header: (number: number) => string) => Array.from({ length: 20 }, (_, i) => header(i + 1));

test('without a trusted proxy a forged X-Forwarded-For does not evade the limit', async () => {
  const app = await startLimited();
  expect(
    await tryFrom(
      app,
      numbered((i) => `203.0.113.${i}`),
    ),
  ).toBe(10);
});

test('behind one proxy only the address that the proxy added counts', async () => {
  const app = await startLimited({ TRUST_PROXY: '1' });
  expect(
    await tryFrom(
      app,
      numbered((i) => `203.0.113.${i}, 10.9.8.7, 198.51.100.1`),
    ),
  ).toBe(10);
  expect(
    await tryFrom(
      app,
      numbered((i) => `198.51.100.2, 203.0.113.${i}`),
    ),
  ).toBe(20);
});

test('X-Forwarded-For is ignored if the sender is not a trusted proxy', async () => {
  const app = await startLimited({ TRUST_PROXY: '10.0.0.0/8' });
  expect(
    await tryFrom(
      app,
      numbered((i) => `203.0.113.${i}`),
    ),
  ).toBe(10);
});

test('the addresses of one IPv6 /64 network share one limit', async () => {
  const app = await startLimited({ TRUST_PROXY: '1' });
  expect(
    await tryFrom(
      app,
      numbered((i) => `2001:db8:1:2::${i.toString(16)}`),
    ),
  ).toBe(10);
  expect(
    await tryFrom(
      app,
      numbered((i) => `2001:db8:1:${i.toString(16)}::3`),
    ),
  ).toBe(19);
});

test('the networks of one /48 share eight times the limit of one network', async () => {
  const app = await startLimited(
    { TRUST_PROXY: '1' },
    { change: ({ config }) => ({ config: { ...config, signInsPerHour: 2 } }) },
  );
  const spread = numbered((i) => `2001:db8:1:${i.toString(16)}::3`);
  expect(await tryFrom(app, spread)).toBe(16);
  expect(
    await tryFrom(
      app,
      numbered((i) => `2001:db8:${i + 1}::3`),
    ),
  ).toBe(20);
});

test('an address counts without the port that a proxy writes', async () => {
  const app = await startLimited({ TRUST_PROXY: '1' });
  for (const ported of [
    (i: number) => `203.0.113.7:${50_000 + i}`,
    (i: number) => `[2001:db8:7::1]:${50_000 + i}`,
  ])
    expect(await tryFrom(app, numbered(ported))).toBe(10);
  expect(await tryFrom(app, ['203.0.113.7', '[2001:db8:7::1]'])).toBe(0);
});

test('attempts are still counted after a restart', async () => {
  const dataDir = temporaryFolder();
  const before = await startLimited({}, { dataDir });
  expect(
    await tryFrom(
      before,
      numbered(() => ''),
    ),
  ).toBe(10);
  await before.stop();
  const after = await startLimited({}, { dataDir });
  expect(
    await tryFrom(
      after,
      numbered(() => ''),
    ),
  ).toBe(0);
});

test('rate limits are stored under hashes, without e-mails and addresses in clear', async () => {
  const keys: string[] = [];
  const app = await startApp({
    env: { TRUST_PROXY: '1' },
    change: ({ store }) => ({
      store: {
        ...store,
        attempt: (key, now, limit) => {
          keys.push(key);
          return store.attempt(key, now, limit);
        },
      },
    }),
  });
  await registerHousehold(app.url);
  await tryFrom(app, ['203.0.113.7']);
  expect(keys.length).toBeGreaterThan(3);
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
});
