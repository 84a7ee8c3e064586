import { expect, test } from 'vitest';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { type AppOptions, startApp } from '#tests/support/server/app.ts';
import { get, postJson } from '#tests/support/server/http.ts';
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
