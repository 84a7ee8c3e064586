import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { COMPILED } from '#tests/support/server/compiled.ts';
import { get } from '#tests/support/server/http.ts';
import { startServer } from '#tests/support/server/server-process.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** Starts the real server, which writes the name of each package that it imports to a file. */
async function startWatched(env: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const [hook, imported] = [join(folder, 'hook.mjs'), join(folder, 'imported')];
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs';
     import { registerHooks } from 'node:module';
     registerHooks({ resolve(name, context, next) { appendFileSync(${JSON.stringify(imported)}, name + '\\n'); return next(name, context); } });`,
  );
  const server = await startServer({ env, flags: ['--import', hook] });
  onTestFinished(async () => void (await server.stop()));
  return { server, imports: () => readFileSync(imported, 'utf8').split('\n') };
}

test('without the setting nothing of the metrics is loaded, and no path serves them', async () => {
  const { server, imports } = await startWatched();
  await registerHousehold(server.url);
  expect(imports()).toContain('fastify');
  expect(imports().filter((name) => name.includes('@prometheus-io') || name.endsWith('/metrics.ts'))).toEqual(
    [],
  );
  expect((await get(server.url, '/metrics')).status).toBe(404);
});

test('a port alone is served to this machine alone, and never at the public address', async () => {
  const port = await freePort();
  const { server, imports } = await startWatched({ METRICS_ADDRESS: String(port), HOST: '0.0.0.0' });
  expect(imports()).toContain('@prometheus-io/client');
  const reply = await get(`http://127.0.0.1:${port}`, '/metrics');
  expect([reply.status, reply.body]).toEqual([200, expect.stringMatching(/^framme_live_streams 0$/m)]);
  expect((await get(server.url, '/metrics')).status).toBe(404);
  const others = Object.values(networkInterfaces()).flatMap((each = []) => each);
  const outer = others.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  for (const host of outer === undefined ? [] : [outer]) {
    expect((await get(server.url.replace('localhost', host), '/healthz')).status).toBe(200);
    await expect(get(`http://${host}:${port}`, '/metrics')).rejects.toThrow('fetch failed');
  }
});

test('an address for the metrics that is taken ends the start with one sentence', async () => {
  const port = await freePort();
  await startWatched({ METRICS_ADDRESS: String(port) });
  const { status, stderr } = spawnSync(process.execPath, [MAIN], {
    cwd: temporaryFolder(),
    env: { ...COMPILED, PORT: '0', METRICS_ADDRESS: String(port) },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    `The metrics cannot be served on port ${port} of 127.0.0.1 (EADDRINUSE). Set another METRICS_ADDRESS.\n`,
  ]);
});
