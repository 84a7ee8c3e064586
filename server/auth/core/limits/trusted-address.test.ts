import { expect, test } from 'vitest';
import { newId, PASSWORD } from '#tests/support/people/household.ts';
import { type AppOptions, type AppUnderTest, startApp } from '#tests/support/server/app.ts';
import { type Answer, codeOf, postJson } from '#tests/support/server/http.ts';

const BEGAN = Date.now();
/**
 * Limits lower than a host can set: two untrusted log-ins per address, and twenty from trusted browsers. The clock stands
 * still, because concurrent attempts reach a database in any order.
 */
const TWO: AppOptions = {
  env: { TRUST_PROXY: '1' },
  change: ({ config }) => ({ config: { ...config, signInsPerHour: 2 }, now: () => BEGAN }),
};
const HERE = '203.0.113.7';

const cookieIn = ({ headers }: Answer, name: string) =>
  headers
    .getSetCookie()
    .find((one) => one.startsWith(`${name}=`))
    ?.split(';', 1)[0] ?? '';

/** Registers accounts, each from another address, and returns them with their browsers' cookies. */
async function ownAccounts({ url }: AppUnderTest, count: number) {
  const opened = [];
  for (let number = 1; number <= count; number += 1) {
    const email = `${newId()}@example.org`;
    const registration = { firstName: 'A', lastName: 'B', email, password: PASSWORD };
    const answer = await postJson(url, '/api/register', registration, {
      'x-forwarded-for': `198.51.100.${number}`,
    });
    expect(answer.status).toBe(200);
    opened.push({ email, device: cookieIn(answer, 'framme-device'), session: cookieIn(answer, 'framme') });
  }
  return opened;
}

type Attempt = { path: string; message: object; cookie?: string };

/** Sends attempts from one address. Returns how many were not rate-limited. */
async function countAllowed({ url }: AppUnderTest, attempts: readonly Attempt[]): Promise<number> {
  const answers = await Promise.all(
    attempts.map(({ path, message, cookie = '' }) =>
      postJson(url, path, { ...message, password: 'gissning' }, { 'x-forwarded-for': HERE, cookie }),
    ),
  );
  return answers.filter((answer) => codeOf(answer) === 'invalid-credentials').length;
}

const tenTimes = (attempt: Attempt) => Array.from({ length: 10 }, () => attempt);

test('log-ins by trusted browsers from one address are limited to ten times those of untrusted ones', async () => {
  const app = await startApp(TWO);
  const accounts = await ownAccounts(app, 3);
  const attempts = accounts.flatMap(({ email, device }) =>
    tenTimes({ path: '/api/log-in', message: { email }, cookie: device }),
  );
  expect(await countAllowed(app, attempts)).toBe(20);
});

test('re-authentications from one address are limited to ten times the untrusted log-ins', async () => {
  const app = await startApp(TWO);
  const accounts = await ownAccounts(app, 3);
  const attempts = accounts.flatMap(({ session }) =>
    tenTimes({ path: '/api/reauthenticate', message: {}, cookie: session }),
  );
  expect(await countAllowed(app, attempts)).toBe(20);
});

test('untrusted log-ins from an address do not use up the limit of trusted browsers there', async () => {
  const app = await startApp(TWO);
  const [known] = await ownAccounts(app, 1);
  const email = known?.email ?? '';
  const strange = tenTimes({ path: '/api/log-in', message: { email } });
  expect(await countAllowed(app, [...strange, ...strange, ...strange])).toBe(2);
  const login = { path: '/api/log-in', message: { email }, cookie: known?.device ?? '' };
  expect(await countAllowed(app, tenTimes(login))).toBe(10);
});
