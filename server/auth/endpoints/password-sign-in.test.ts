import { expect, test } from 'vitest';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { startApp } from '#tests/support/server/app.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { HashingPool } from '../core/passwords/hashing.ts';

// Figure 16 measures the time itself.
test('a log-in with an unknown e-mail hashes as much as one with a wrong password', async () => {
  const pool = new HashingPool();
  const work: object[] = [];
  const hashing = {
    derive: ({ message, nonce, ...parameters }: Parameters<HashingPool['derive']>[0]) => {
      work.push(parameters);
      return pool.derive({ message, nonce, ...parameters });
    },
    stop: () => pool.stop(),
  };
  const { url } = await startApp({ change: () => ({ hashing }) });
  const { account } = await registerHousehold(url);
  const hashedBy = async (email: string) => {
    work.length = 0;
    expect(codeOf(await postJson(url, '/api/log-in', { email, password: 'gissning' }))).toBe(
      'invalid-credentials',
    );
    return [...work];
  };
  const known = await hashedBy(account.email);
  expect(known).toHaveLength(1);
  expect(await hashedBy(`${newId()}@example.org`)).toEqual(known);
});
