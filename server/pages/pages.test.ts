import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApp, temporaryFolder } from '#tests/support/app.ts';
import { codeOf, get, send } from '#tests/support/http.ts';
import { pageRoutes } from './routes.ts';

/** A built client in small: the shell, a hashed script, a file beside it, and what must not be served. */
async function withClient() {
  const clientFolder = temporaryFolder();
  const files = {
    'index.html': '<!doctype html><script type="module" src="./assets/app-1a2b.js"></script>',
    'assets/app-1a2b.js': 'export {};',
    'manifest.webmanifest': '{}',
    '.vite/manifest.json': '{"secret":true}',
  };
  for (const folder of ['assets', '.vite']) mkdirSync(join(clientFolder, folder));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(clientFolder, name), text);
  return startApp({ change: () => ({ clientFolder }) });
}

test('every page gets the app shell, with its files named from the root and asked for anew each time', async () => {
  const { url } = await withClient();
  for (const path of [...pageRoutes, '/about/', '/login?lng=en']) {
    const { status, headers, body } = await get(url, path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(body).toContain('src="/assets/app-1a2b.js"');
  }
});

test.each([
  '/nowhere',
  '/children/a/b/c',
  '/index.html',
  '/.vite/manifest.json',
  '/..%2f..%2fpackage.json',
  '/apian',
])('%s is the shell with a 404', async (path) => {
  const { url } = await withClient();
  const { status, body } = await get(url, path);
  expect([status, body]).toEqual([404, expect.stringContaining('<!doctype html>')]);
  expect(body).not.toContain('secret');
});

test('hashed files are kept for ever, others are asked for anew', async () => {
  const { url } = await withClient();
  const script = await get(url, '/assets/app-1a2b.js');
  expect([script.status, script.body]).toEqual([200, 'export {};']);
  expect(script.headers.get('content-type')).toMatch(/javascript/);
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await get(url, '/manifest.webmanifest')).headers.get('cache-control')).toBe('no-cache');
});

test('a file of an older build is not found, rather than a page in its place', async () => {
  const { url } = await withClient();
  const answer = await get(url, '/assets/app-old.js');
  expect([answer.status, codeOf(answer)]).toEqual([404, 'not-found']);
});

test('a page takes no writes', async () => {
  const { url } = await withClient();
  expect((await send(`${url}/dashboard`, 'POST', '{}', { 'content-type': 'application/json' })).status).toBe(
    403,
  );
  expect((await send(`${url}/dashboard`, 'POST', undefined, { origin: url })).status).toBe(404);
});

test('without a built client the server says how to build it', async () => {
  const { url } = await startApp();
  const { status, body } = await get(url, '/');
  expect([status, body]).toEqual([503, expect.stringContaining('npm run build')]);
});
