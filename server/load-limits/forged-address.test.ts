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

/** Sends twenty sign-in calls, numbered from 1, each for another e-mail. Returns how many were not rate-limited. */
async function tryFrom({ url }: AppUnderTest, forwarded: (number: number) => string): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const message = { email: `${newId()}@example.org`, password: 'gissning' };
      return postJson(url, '/api/log-in', message, { 'x-forwarded-for': forwarded(index + 1) });
    }),
  );
  return answers.filter((answer) => codeOf(answer) === 'invalid-credentials').length;
}

type Tries = readonly (readonly [forwarded: (number: number) => string, allowed: number])[];

test.each<readonly [what: string, trusted: string, tries: Tries]>([
  [
    'without a trusted proxy a forged X-Forwarded-For does not evade the limit',
    'false',
    [[(i) => `203.0.113.${i}`, 10]],
  ],
  [
    'behind one proxy only the address that the proxy added counts',
    '1',
    [
      [(i) => `203.0.113.${i}, 10.9.8.7, 198.51.100.1`, 10],
      [(i) => `198.51.100.2, 203.0.113.${i}`, 20],
    ],
  ],
  [
    'X-Forwarded-For is ignored if the sender is not a trusted proxy',
    '10.0.0.0/8',
    [[(i) => `203.0.113.${i}`, 10]],
  ],
  [
    'the addresses of one IPv6 /64 network share one limit',
    '1',
    [
      [(i) => `2001:db8:1:2::${i.toString(16)}`, 10],
      [(i) => `2001:db8:1:${i.toString(16)}::3`, 19],
    ],
  ],
  [
    'an address counts without the port that a proxy writes',
    '1',
    [
      [(i) => `203.0.113.7:${50_000 + i}`, 10],
      [(i) => `[2001:db8:7::1]:${50_000 + i}`, 10],
      [(i) => (i % 2 ? '203.0.113.7' : '[2001:db8:7::1]'), 0],
    ],
  ],
])('%s', async (_what, TRUST_PROXY, tries) => {
  const app = await startLimited({ TRUST_PROXY });
  for (const [forwarded, allowed] of tries) expect(await tryFrom(app, forwarded)).toBe(allowed);
});

test('the networks of one /48 share eight times the limit of one network', async () => {
  const two: AppOptions['change'] = ({ config }) => ({ config: { ...config, signInsPerHour: 2 } });
  const app = await startLimited({ TRUST_PROXY: '1' }, { change: two });
  expect(await tryFrom(app, (i) => `2001:db8:1:${i.toString(16)}::3`)).toBe(16);
  expect(await tryFrom(app, (i) => `2001:db8:${i + 1}::3`)).toBe(20);
});

test('attempts are still counted after a restart', async () => {
  const dataDir = temporaryFolder();
  const before = await startLimited({}, { dataDir });
  expect(await tryFrom(before, () => '')).toBe(10);
  await before.stop();
  expect(await tryFrom(await startLimited({}, { dataDir }), () => '')).toBe(0);
});

test('rate limits are stored under hashes, without e-mails and addresses in clear', async () => {
  const keys: string[] = [];
  const app = await startApp({
    env: { TRUST_PROXY: '1' },
    calls: (store) => ({
      attempt: (key, now, limit) => {
        keys.push(key);
        return store.attempt(key, now, limit);
      },
    }),
  });
  await registerHousehold(app.url);
  await tryFrom(app, () => '203.0.113.7');
  expect(keys.length).toBeGreaterThan(3);
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
});
