import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { codeOf, get, postJson, send } from '#tests/support/server/http.ts';
import { StoreUnavailable } from '../store/ports/store.ts';

const app = shareApp();

const writes = Object.values(calls).flatMap(({ method, path }) => (method === 'POST' ? [path] : []));

test.each(writes)('%s is refused from another origin or from none, and changes nothing', async (path) => {
  const phone = await registerHousehold(app().url);
  const port = new URL(phone.url).port;
  const foreign = [
    '',
    'null',
    'https://evil.example',
    `https://localhost:${port}`,
    'http://localhost:1',
    `${phone.url}.evil.example`,
  ];
  for (const origin of foreign) {
    const answer = await phone.post(path, {}, { origin });
    expect([origin, answer.status, codeOf(answer)]).toEqual([origin, 403, 'foreign-origin']);
  }
  expect((await get(phone.url, '/api/who-am-i', { cookie: phone.cookie })).body).toEqual({
    account: phone.account,
  });
});

test('the one allowed origin is PUBLIC_URL, and without it every name of localhost', async () => {
  const { url } = app();
  const port = new URL(url).port;
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const answer = await postJson(url, '/api/log-out', {}, { origin: `http://${host}:${port}` });
    expect(answer.status).toBe(200);
  }
  const published = await startApp({ env: { PUBLIC_URL: 'https://framme.example.org' } });
  const status = async (origin: string) =>
    (await postJson(published.url, '/api/log-out', {}, { origin })).status;
  expect(await status('https://framme.example.org')).toBe(200);
  expect(await status(published.url)).toBe(403);
});

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test.each([
  ['white space', ' '],
  ['half an object', '{"email":'],
  ['a string', '"x"'],
  ['null', 'null'],
  ['a number', '1e999'],
  ['__proto__', '{"email":"a@b.se","password":"hemligt","__proto__":{"role":"admin"}}'],
  ['__proto__ in escapes', '{"email":"a@b.se","password":"hemligt","\\u005f_proto__":1}'],
  ['constructor.prototype', '{"email":"a@b.se","password":"hemligt","constructor":{"prototype":{}}}'],
  ['deep nesting', `{"email":"a@b.se","password":${deep(20_000)}}`],
  ['moderate nesting in an unknown field', `{"email":"a@b.se","password":"x","more":${deep(40)}}`],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1')],
])('a body of %s is an invalid request', async (_name, body) => {
  const { url } = app();
  const { cookie } = await registerHousehold(url);
  const headers = { origin: url, 'content-type': 'application/json', cookie };
  for (const path of ['/api/log-in', '/api/register', '/api/sync']) {
    const answer = await send(url + path, 'POST', body, headers);
    expect([path, answer.status, codeOf(answer)]).toEqual([path, 400, 'invalid-request']);
  }
});

// The types that a form of another site can send without a preflight request.
test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
])('a body of type %s is refused by every call', async (type) => {
  const { url } = app();
  const { cookie } = await registerHousehold(url);
  for (const path of writes) {
    const answer = await send(url + path, 'POST', '{}', { origin: url, cookie, 'content-type': type });
    expect([path, answer.status, codeOf(answer)]).toEqual([path, 415, 'unsupported-media-type']);
  }
});

test('bodies have a limit: 64 kB, for a sync 1 MB', async () => {
  const phone = await registerHousehold(app().url);
  const status = async (path: string, kilobytes: number) =>
    (await phone.post(path, { padding: 'x'.repeat(kilobytes * 1024 - 50) })).status;
  expect(await status('/api/log-in', 64)).toBe(400);
  expect(await status('/api/log-in', 65)).toBe(413);
  expect(await status('/api/sync', 1024)).toBe(400);
  expect(await status('/api/sync', 1025)).toBe(413);
});

test.each([
  ['GET', '/api/nothing'],
  ['POST', '/api/nothing'],
  ['GET', '/api/sync'],
  ['PUT', '/api/log-in'],
  ['DELETE', '/api/register'],
  ['GET', '/api/'],
  ['GET', '/api'],
])('%s %s answers 404 in JSON', async (method, path) => {
  const { url } = app();
  const answer = await send(url + path, method, undefined, { origin: url });
  expect([answer.status, codeOf(answer)]).toEqual([404, 'not-found']);
});

test('an unavailable store answers 503 with Retry-After, an internal error 500 with a request id', async () => {
  const failWith = (error: Error) => ({
    change: ({ store }: { store: object }) => ({
      store: { ...store, session: () => Promise.reject(error), check: () => Promise.reject(error) } as never,
    }),
  });
  const { url } = await startApp(failWith(new StoreUnavailable('full')));
  for (const path of ['/api/who-am-i', '/api/health']) {
    const answer = await get(url, path, { cookie: `framme=${'a'.repeat(43)}` });
    expect([answer.status, codeOf(answer), answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '2',
    ]);
  }
  const crashing = await startApp(failWith(new TypeError('of Ella')));
  const answer = await get(crashing.url, '/api/who-am-i', { cookie: `framme=${'a'.repeat(43)}` });
  expect([answer.status, codeOf(answer)]).toEqual([500, 'internal']);
  expect(JSON.stringify(answer.body)).toMatch(/request [\w-]{12}/);
  expect(JSON.stringify(answer.body)).not.toContain('Ella');
  expect(crashing.log.text).toMatch(/"level":50.*"type":"TypeError"/);
  expect(crashing.log.text).not.toContain('Ella');
});
