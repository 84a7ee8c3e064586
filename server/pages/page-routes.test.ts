import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { kindOf, LINK_PAGE, pageRoutes } from '#domain/pages/pages.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { codeOf, get, send } from '#tests/support/server/http.ts';
import { startStubClient, stubClient } from '#tests/support/server/stub-client.ts';
import { chooseLanguage } from './page-routes.ts';

const app = shareApp(stubClient);

test('every page gets its document, revalidated each time', async () => {
  const { url } = app();
  for (const path of pageRoutes) {
    const { status, headers, body } = await get(url, path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(body).toBe(`<!doctype html>signed-out sv ${path}`);
  }
});

test('only pages for search engines may be listed by them', async () => {
  const { url } = app();
  for (const path of pageRoutes) {
    const { headers } = await get(url, path);
    expect([path, headers.get('x-robots-tag')]).toEqual([
      path,
      kindOf(path) === 'unlisted' ? 'noindex, nofollow' : null,
    ]);
  }
});

test('the page behind a link is the same for all who speak a language, signed in or not', async () => {
  const { url } = app();
  const body = (query: string, headers: Record<string, string> = {}) =>
    get(url, LINK_PAGE + query, headers).then((reply) => reply.body);
  const plain = '<!doctype html>signed-out sv /visit';
  expect(await body('')).toBe(plain);
  expect(await body('?lng=sv')).toBe(plain);
  expect(await body('?a=b', { cookie: 'framme=secret; i18next=sv' })).toBe(plain);
  expect(await body('', { 'accept-language': 'en' })).toBe('<!doctype html>signed-out en /visit');
  expect(await body('?lng=en', { cookie: '__Host-framme=secret' })).toBe(
    '<!doctype html>signed-out en /visit',
  );
});

test('a trailing slash redirects to the one address of a page', async () => {
  const { url } = app();
  for (const [path, address] of [
    ['/about/', '/about'],
    ['/about/?lng=en&a=//b', '/about?lng=en&a=//b'],
  ]) {
    const answer = await fetch(url + path, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, address]);
  }
});

test('a secret that an escaped # put into the path or query leads to its page behind the #, and into no log', async () => {
  const { url, log } = await startStubClient({ LOG_LEVEL: 'trace' });
  const secret = 'k7'.repeat(26);
  for (const [path, address] of [
    [`/visit%23${secret}`, `/visit#${secret}`],
    [`/VISIT/%2523${secret.toUpperCase()}.`, `/visit#${secret}`],
    [`/join?lng=en&a=%20b%23${secret}&fbclid=1`, `/join?lng=en&a=%20b#${secret}`],
  ]) {
    const { status, headers } = await fetch(url + path, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([308, address]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/);
  }
  expect(log.text.toLowerCase()).not.toContain(secret);
  for (const path of [
    `/nowhere%23${secret}`,
    `//evil.example/visit%23${secret}`,
    `/%5Cevil.example%23${secret}`,
  ])
    expect([path, (await get(url, path)).status]).toEqual([path, 404]);
  const capitals = await fetch(`${url}/JOIN`, { redirect: 'manual' });
  expect([capitals.status, capitals.headers.get('location')]).toEqual([308, '/join']);
});

test('what is no page gets the not-found page with a 404', async () => {
  const files = ['/index.html', '/assets.html', '/.vite/manifest.json', '/..%2f..%2fpackage.json'];
  for (const path of ['/nowhere', '/children/a/b/c', '/apian', ...files]) {
    const { status, body, headers } = await get(app().url, path, { 'accept-language': 'en' });
    expect([path, status, body]).toEqual([path, 404, '<!doctype html>signed-out en *']);
    expect(headers.get('content-language')).toBe('en');
  }
});

test('hashed files are cached for ever, others are revalidated', async () => {
  const { url } = app();
  const ofReader = await get(url, '/visit-assets/start-1a2b.js');
  expect([ofReader.status, ofReader.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  expect((await get(url, '/visit-assets/start-old.js')).status).toBe(404);
  const script = await get(url, '/assets/app-1a2b.js');
  expect([script.status, script.body]).toEqual([200, 'export {};']);
  expect(script.headers.get('content-type')).toMatch(/javascript/);
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('x-content-type-options')).toBe('nosniff');
  const head = await send(`${url}/assets/app-1a2b.js`, 'HEAD', undefined, { 'accept-encoding': 'identity' });
  expect([head.status, head.body, head.headers.get('content-length')]).toEqual([200, '', '10']);
  const tag = script.headers.get('etag') ?? '';
  expect((await get(url, '/assets/app-1a2b.js', { 'if-none-match': tag })).status).toBe(304);
  expect((await get(url, '/manifest.webmanifest')).headers.get('cache-control')).toBe('no-cache');
});

test('a file of an older build, a folder and a path traversal get a 404 instead of a page', async () => {
  const { url } = app();
  for (const path of ['app-old.js', '', 'app-1a2b.js.br', '..%2fmanifest.webmanifest', '%2e%2e/index.html']) {
    const answer = await get(url, `/assets/${path}`);
    expect([path, answer.status, codeOf(answer)]).toEqual([
      path,
      404,
      path.includes('%2e') ? undefined : 'not-found',
    ]);
  }
});

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, br;q=0', gunzipSync],
  [undefined, 'identity', (bytes: Buffer) => bytes],
  [undefined, '', (bytes: Buffer) => bytes],
] as const)('pages and files come as %s to a browser that takes "%s"', async (encoding, accepted, unpack) => {
  const { url } = app();
  for (const [path, contents] of [
    ['/about', '<!doctype html>signed-out sv /about'],
    ['/assets/app-1a2b.js', 'export {};'],
  ] as const) {
    const { headers, bytes } = await raw(url + path, accepted);
    expect([path, headers['content-encoding']]).toEqual([path, encoding]);
    expect(headers.vary?.toLowerCase()).toContain('accept-encoding');
    expect(unpack(bytes).toString()).toBe(contents);
  }
});

test('a document with a matching ETag is answered 304, another one is sent', async () => {
  const { url } = app();
  const first = await get(url, '/about');
  const tag = first.headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]{20,}"$/);
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await get(url, '/about', { 'if-none-match': known });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', tag]);
    expect(again.headers.get('vary')).toContain('Cookie');
  }
  expect((await get(url, '/about?lng=en', { 'if-none-match': tag })).status).toBe(200);
  expect((await get(url, '/pricing', { 'if-none-match': tag })).status).toBe(200);
  const missing = (await get(url, '/nowhere')).headers.get('etag') ?? '';
  expect((await get(url, '/nowhere', { 'if-none-match': missing })).status).toBe(404);
});

test('a page refuses POST', async () => {
  const { url } = app();
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

/** Returns the raw reply, which `fetch` would decompress. */
function raw(address: string, accepted: string) {
  return new Promise<{ headers: Record<string, string | undefined>; bytes: Buffer }>((resolve, reject) => {
    const asked = request(address, { headers: { 'accept-encoding': accepted } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          headers: answer.headers as Record<string, string | undefined>,
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    asked.on('error', reject).end();
  });
}

test.each([
  ['Swedish if the request asks for none', {}, 'sv'],
  [
    'that of the URL before those of the cookie and the browser',
    { lng: 'en', cookie: 'i18next=sv', acceptLanguage: 'sv' },
    'en',
  ],
  [
    'that of the cookie before that of the browser',
    { cookie: 'a=b; i18next=en', acceptLanguage: 'sv' },
    'en',
  ],
  ['that of the browser without URL parameter and cookie', { acceptLanguage: 'en-GB,en;q=0.9' }, 'en'],
  [
    'the supported one with the highest weight in Accept-Language',
    { acceptLanguage: 'de, sv;q=0.5, en;q=0.8' },
    'en',
  ],
  ['not one with weight 0 in Accept-Language', { acceptLanguage: 'en;q=0' }, 'sv'],
  ['that of the cookie if that of the URL is not supported', { lng: 'de', cookie: 'i18next=en' }, 'en'],
  ['not that of the URL if it is given twice', { lng: ['en', 'sv'] }, 'sv'],
  ['not that of a cookie with a similar name', { cookie: 'xi18next=en; i18nextx=en' }, 'sv'],
  ['Swedish if all values are malformed', { lng: '', cookie: ';;=', acceptLanguage: ';q=,,en;q=x' }, 'sv'],
] as const)('the chosen language is %s', (_rule, asked, language) => {
  const nothing = { lng: undefined, cookie: undefined, acceptLanguage: undefined };
  expect(chooseLanguage({ ...nothing, ...asked })).toBe(language);
});

test('the document is in the requested language, and Vary names the headers that it depends on', async () => {
  const { url } = app();
  const ask = (path: string, headers: Record<string, string>) => get(url, path, headers);
  const swedish = await ask('/about', { 'accept-language': 'sv' });
  const english = await ask('/about', { 'accept-language': 'en' });
  expect([swedish.body, english.body]).toEqual([
    '<!doctype html>signed-out sv /about',
    '<!doctype html>signed-out en /about',
  ]);
  expect(english.headers.get('content-language')).toBe('en');
  expect(english.headers.get('vary')).toBe('Accept-Language, Cookie, Accept-Encoding');
  expect((await ask('/about?lng=en', { cookie: 'i18next=sv' })).body).toBe(
    '<!doctype html>explicit-language en /about',
  );
  expect((await ask('/about?lng=xx', { cookie: 'i18next=en' })).body).toBe(
    '<!doctype html>signed-out en /about',
  );
});

test('a browser with a session cookie of either name gets the app shell', async () => {
  const { url } = app();
  for (const cookie of ['framme=x', 'i18next=sv; __Host-framme=x'])
    expect((await get(url, '/about', { cookie })).body).toBe('<!doctype html>app-shell sv /about');
  expect((await get(url, '/about', { cookie: 'notframme=x' })).body).toBe(
    '<!doctype html>signed-out sv /about',
  );
});

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
