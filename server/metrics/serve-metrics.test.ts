import { once } from 'node:events';
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { serveMetrics } from './serve-metrics.ts';

/** Serves one number on an address. Returns a function that asks with a Host, and returns the status with the body. */
async function serving(host: string) {
  const port = await freePort();
  const metrics = { text: async () => 'taps 7\n', contentType: 'text/plain' };
  const server = await serveMetrics(metrics as never, { host, port });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return async (name: string | undefined) => {
    const headers = name === undefined ? {} : { host: name.replace('PORT', String(port)) };
    const asked = request({ port, path: '/metrics', headers, setHost: false }).end();
    const [response] = await once(asked, 'response');
    let body = '';
    for await (const chunk of response) body += chunk;
    return [response.statusCode, body];
  };
}

test.each([
  ['127.0.0.1', ['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST', '127.0.0.1', '[::1]:PORT']],
  ['localhost', ['localhost:PORT', '127.0.0.1:PORT']],
  ['0.0.0.0', ['127.0.0.1:PORT', '10.0.0.5:9464', '[2001:db8::1]:PORT']],
] as const)('a Host that is the address %s, or this machine, reads the metrics', async (host, names) => {
  const ask = await serving(host);
  for (const name of names) expect([name, ...(await ask(name))]).toEqual([name, 200, 'taps 7\n']);
});

test.each(['127.0.0.1', '0.0.0.0'])(
  'a page of another name, which its DNS leads to %s, reads no metrics',
  async (host) => {
    const ask = await serving(host);
    const names = [
      'evil.example.org:PORT',
      'localhost.evil.example.org',
      '127.0.0.1.evil.org',
      '127.0.0.1@evil.org',
      '[',
      '',
    ];
    for (const name of names) {
      const [status, body] = await ask(name);
      expect([name, status]).toEqual([name, 421]);
      expect(body).not.toContain('taps');
    }
  },
);

test('an address that is not listened on is none of its own', async () => {
  expect((await (await serving('127.0.0.1'))('10.0.0.5:9464'))[0]).toBe(421);
});
