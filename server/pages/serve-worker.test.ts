import { expect, test } from 'vitest';
import { get } from '#tests/support/server/http.ts';
import { startStubClient } from '#tests/support/server/stub-client.ts';

/** Fetches the worker of a stub build. Returns its first line, as the script will see it, and the rest. */
async function workerOf(env: Record<string, string> = {}) {
  const { url } = await startStubClient(env);
  const reply = await get(url, '/sw.js');
  const [, build, script] = /^self\.BUILD=(.*);\n([\s\S]*)$/.exec(String(reply.body)) ?? [];
  return { url, reply, script, build: JSON.parse(build ?? 'null') as { id: string } | null };
}

test('the service worker begins with what only the server knows, is revalidated, and loads from this server alone', async () => {
  const { url, reply, build, script } = await workerOf();
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  const id = expect.stringMatching(/^[0-9a-f]{16}$/);
  expect(build).toEqual({ id, base: '', shell: '/dashboard', assets: ['/assets/app-1a2b.js'] });
  expect(script).toBe('serve(self.BUILD);');
  expect(reply.headers.get('cache-control')).toBe('no-cache');
  expect(reply.headers.get('content-security-policy')).toContain("worker-src 'self'");
  const tag = reply.headers.get('etag') ?? '';
  expect((await get(url, '/sw.js', { 'if-none-match': tag })).status).toBe(304);
  for (const path of ['/service-worker.js', '/remove-worker.js', '/assets/service-worker.js'])
    expect((await get(url, path)).status).toBe(404);
});

test('another setting of the host is another version, the same settings are the same one', async () => {
  const [first, again, other] = await Promise.all([
    workerOf(),
    workerOf(),
    workerOf({ PUBLIC_URL: 'https://framme.example.org' }),
  ]);
  expect(again.build?.id).toBe(first.build?.id);
  expect(other.build?.id).not.toBe(first.build?.id);
});

test('turned off, the same address serves a worker that removes itself', async () => {
  const { reply } = await workerOf({ SERVICE_WORKER: 'off' });
  expect([reply.status, reply.body]).toEqual([200, 'remove();']);
});
