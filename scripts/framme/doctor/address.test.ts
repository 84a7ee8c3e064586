import { afterEach, expect, test, vi } from 'vitest';
import type { Config } from '#server/config/config.ts';
import { checkAddress } from './address.ts';

afterEach(() => void vi.unstubAllGlobals());

test('of an address that stops answering in between, nothing says that it answers', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/healthz')) return new Response('{}', { headers: { date: new Date().toUTCString() } });
    throw new Error('ended', { cause: Object.assign(new Error('ended'), { code: 'ECONNRESET' }) });
  });
  const config = { publicOrigin: 'https://framme.example', host: '127.0.0.1', trustProxy: 1 } as Config;
  const checks = await Array.fromAsync(checkAddress(config));
  expect(checks.map(({ name, state }) => [name, state])).toEqual([['address', 'warning']]);
});
