import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { checkPush } from './push.ts';

test('a push service that does not answer is named with the reason that says so', async () => {
  const config = readConfig({ PUSH_SERVICES: 'http://127.0.0.1:1', HOST_CONTACT: 'anna@example.org' });
  if (Array.isArray(config)) throw new Error(config.join());
  const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late);
  onTestFinished(() => timeout.mockRestore());
  expect(await Array.fromAsync(checkPush(config))).toMatchObject([
    { state: 'warning', says: 'Not reached: 127.0.0.1 (ETIMEDOUT).' },
  ]);
});
