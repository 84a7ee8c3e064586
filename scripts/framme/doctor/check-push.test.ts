import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { checkPush } from './check-push.ts';

function configOf(services: string) {
  const config = readConfig({ PUSH_SERVICES: services, HOST_CONTACT: 'anna@example.org' });
  if (Array.isArray(config)) throw new Error(config.join());
  return config;
}

test('a push service that does not answer is named with the reason that says so', async () => {
  const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late);
  onTestFinished(() => timeout.mockRestore());
  expect(await Array.fromAsync(checkPush(configOf('http://127.0.0.1:1')))).toMatchObject([
    { state: 'warning', says: 'Not reached: 127.0.0.1 (ETIMEDOUT).' },
  ]);
});

test('a push service of which no host is known is named as not tried', async () => {
  expect(await Array.fromAsync(checkPush(configOf('.notify.windows.com')))).toMatchObject([
    { state: 'ok', says: 'Not tried: .notify.windows.com, of which no host is known.' },
  ]);
});
