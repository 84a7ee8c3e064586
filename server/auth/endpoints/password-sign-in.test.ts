import { expect, test, vi } from 'vitest';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { startApp } from '#tests/support/server/app.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { HashingPool } from '../core/passwords/hashing.ts';

// Figure 16 measures the time itself.
test('a log-in with an unknown e-mail hashes as much as one with a wrong password', async () => {
  const hashing = new HashingPool();
  const derive = vi.spyOn(hashing, 'derive');
  const { url } = await startApp({ change: () => ({ hashing }) });
  const { account } = await registerHousehold(url);
  derive.mockClear();
  for (const [before, email] of [account.email, `${newId()}@example.org`].entries()) {
    const reply = await postJson(url, '/api/log-in', { email, password: 'gissning' });
    expect([codeOf(reply), derive.mock.calls.length]).toEqual(['invalid-credentials', before + 1]);
  }
  const [known, unknown] = derive.mock.calls.map(([{ message: _message, nonce: _nonce, ...work }]) => work);
  expect(unknown).toEqual(known);
});
