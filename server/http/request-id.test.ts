import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { CommandName } from '#domain/commands/catalogue.ts';
import { argumentsOf } from '#tests/support/people/command-args.ts';
import { newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { type AppOptions, shareApp, startApp, until } from '#tests/support/server/app.ts';
import { codeOf, get, postJson, send } from '#tests/support/server/http.ts';
import { listen } from '#tests/support/server/live-stream.ts';
import { securityTexts } from '#tests/support/server/security-lines.ts';

const OWN = /^[\w-]{12}$/;

const UUID = '0b4f3f3e-98a1-4c60-8c1b-2f1f8a7f9d10';

/** Returns the id of a reply to a request with this id, at an app with these settings. */
async function idFor(given: string, TRUST_PROXY: string): Promise<string | null> {
  const { url } = await startApp({ env: { TRUST_PROXY } });
  return (await get(url, '/healthz', { 'x-request-id': given })).headers.get('x-request-id');
}

test('every reply names its request, each by chance', async () => {
  const { url } = await startApp();
  const phone = await registerHousehold(url);
  const stream = await listen(url, phone);
  stream.close();
  const replies = [
    await get(url, '/'),
    await get(url, '/api/nothing'),
    await get(url, '/healthz'),
    await postJson(url, '/api/sync', {}),
    await phone.trySync(),
    ...(await Promise.all(Array.from({ length: 600 }, () => get(url, '/healthz')))),
  ];
  const ids = [stream.headers['x-request-id'], ...replies.map(({ headers }) => headers.get('x-request-id'))];
  expect(ids.filter((id) => !OWN.test(String(id)))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  // Of a count only the last places would differ.
  expect(new Set(ids.map((id) => String(id).slice(0, 6))).size).toBeGreaterThan(ids.length * 0.99);
});

test('each line of the log that a request causes bears its id, and so does the reply that failed', async () => {
  const crashing: AppOptions['change'] = ({ store }) => ({
    e164: () => {
      throw new TypeError('no rule');
    },
    store: { ...store, activityOf: () => Promise.reject(new TypeError('no list')) },
  });
  const app = await startApp({ change: crashing });
  const phone = await registerHousehold(app.url);
  const child = await phone.addChild();
  const lines = () =>
    app.log.text
      .split('\n')
      .filter((line) => line !== '' && !line.includes('Server listening'))
      .map((line) => JSON.parse(line) as { request?: string; msg: string });
  const failed = await get(app.url, '/api/activity', { cookie: phone.cookie });
  const friend = { child, friend: 'friend12345', name: 'Ella', parentPhone: '070-1' };
  const synced = await phone.trySync({ ops: [phone.op('addFriend', friend)] });
  const logIn = await postJson(app.url, '/api/log-in', {
    email: phone.account.email,
    password: `${PASSWORD}!`,
  });
  expect([failed.status, synced.status, logIn.status]).toEqual([500, 200, 401]);
  await app.stop();
  const idsOf = (text: string) => lines().flatMap(({ msg, request }) => (msg === text ? [request] : []));
  expect(idsOf('a call failed')).toEqual([failed.headers.get('x-request-id')]);
  expect(idsOf('a rule crashed')).toEqual([synced.headers.get('x-request-id')]);
  expect(idsOf('security').at(-1)).toBe(logIn.headers.get('x-request-id'));
  expect(JSON.stringify(failed.body)).toContain(`(request ${failed.headers.get('x-request-id')})`);
  expect(securityTexts(app).length).toBeGreaterThan(1);
  expect(lines().filter(({ request }) => request === undefined)).toEqual([]);
});

test.each([
  ['1', UUID],
  ['1', '4f1c0a52e0d34f0f9d0c6a2f41b7aa31'],
  ['127.0.0.0/8, ::1', UUID],
])('a proxy that TRUST_PROXY=%s names may name a request %s', async (trusted, id) => {
  expect(await idFor(id, trusted)).toBe(id);
});

test.each([
  ['of nobody who is trusted', 'false', UUID],
  ['of another address', '10.0.0.1, fd00::/8', UUID],
  ['that is short', '1', 'abc'],
  ['that is long', '1', 'a'.repeat(65)],
  ['with a name', '1', 'Ella-Rumpelstilzchen-070'],
  ['with other signs', '1', `${UUID}","msg":"security`],
])('an id %s is not taken', async (_what, trusted, id) => {
  expect(await idFor(id, trusted)).toMatch(OWN);
});

let lookups = 0;

const app = shareApp({
  calls: (store) => ({
    session: (...session) => {
      lookups += 1;
      return store.session(...session);
    },
  }),
});

const postText = (url: string, body: string, cookie = '') =>
  send(`${url}/api/sync`, 'POST', body, { origin: url, 'content-type': 'application/json', cookie });

test('a sync without a session is refused before its body is parsed', async () => {
  const { url } = app();
  for (const cookie of ['', `framme=${'a'.repeat(43)}`]) {
    const before = lookups;
    const answer = await postText(url, '{"no":"JSON', cookie);
    expect([answer.status, codeOf(answer)]).toEqual([401, 'not-signed-in']);
    expect(lookups - before).toBe(cookie === '' ? 0 : 1);
  }
});

test('a tap costs one lookup of its session', async () => {
  const phone = await registerHousehold(app().url);
  const before = lookups;
  await phone.addChild();
  expect(lookups - before).toBe(1);
});

test('a message of more values than any has is refused, whatever its texts hold', async () => {
  const phone = await registerHousehold(app().url);
  const statusWith = async (more: unknown) => (await phone.trySync({ more } as never)).status;
  expect(await statusWith(Object.fromEntries(Array.from({ length: 9000 }, (_, key) => [key, 0])))).toBe(400);
  expect(await statusWith(Array.from({ length: 9000 }, () => []))).toBe(400);
  expect(await statusWith(`"${',[{'.repeat(50_000)}\\`)).toBe(200);
});

test('a hundred ops of any command have a fourth of the values that a message may have', async () => {
  const phone = await registerHousehold(app().url);
  const ids = { child: newId(), friend: newId(), guest: newId(), visit: newId() };
  for (const name of Object.keys(argumentsOf) as CommandName[]) {
    const args = { ...(argumentsOf[name](ids) as object), more: Array.from({ length: 50 }, () => 'x') };
    const ops = Array.from({ length: 100 }, () => phone.op(name, args as never));
    const answer = await phone.trySync({ household: newId(), ops });
    expect([name, codeOf(answer)]).toEqual([name, 'other-household']);
  }
});

const HEAD = 'POST /api/log-in HTTP/1.1\r\nHost: localhost\r\n';

const JSON_HEAD = `${HEAD}Origin: ORIGIN\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;

/** Sends the start of a request, then a little more every 20 ms. Returns the server's output until it closed the connection. */
function drip(url: string, beginning: string, more: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let [said, dripping] = ['', undefined as NodeJS.Timeout | undefined];
  onTestFinished(() => void socket.destroy());
  socket.on('connect', () => {
    socket.write(beginning.replace('ORIGIN', url));
    dripping = setInterval(() => void socket.write(more), 20);
  });
  socket.on('data', (chunk) => {
    said += chunk.toString();
  });
  return new Promise((resolve) => {
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(dripping);
        resolve(said);
      });
  });
}

const SLOW: Record<string, readonly [beginning: string, more: string]> = {
  'a connection that sends nothing': ['', ''],
  'a request line that never ends': ['POST /', 'a'],
  'headers that never end': [HEAD, 'X: y\r\n'],
  'half the headers': [HEAD, ''],
  'a body that comes slowly': [JSON_HEAD, ' '],
  'half a body': [`${JSON_HEAD}{"email":`, ''],
};

test('a connection whose request never arrives whole is closed, and others are answered meanwhile', async () => {
  const { url } = await startApp({ change: () => ({ requestTimeoutMs: 2000 }) });
  // On a connection that is there already: a new one whose first request is read late would be closed too.
  await until(async () => (await get(url, '/api/health')).status === 200);
  const began = performance.now();
  const slow = Object.entries(SLOW).map(async ([what, [beginning, more]]) => {
    const said = await drip(url, beginning, more);
    return { what, said, took: performance.now() - began };
  });
  expect((await get(url, '/api/health')).body).toEqual({ ok: true });
  for (const { what, said, took } of await Promise.all(slow)) {
    expect(said, what).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(took, what).toBeGreaterThan(1900);
    // Node's own limit is a minute.
    expect(took, what).toBeLessThan(30_000);
  }
});
