import { expect, test } from 'vitest';
import type { CallRequest } from '#domain/protocol/calls.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { anotherDevice } from '#tests/support/people/devices.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { linkedVisit } from '#tests/support/people/linked-visit.ts';
import { startAppWithPush } from '#tests/support/people/notified-devices.ts';
import { askAndApprove, call, done, invite, join } from '#tests/support/people/two-parents.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { PushBrowser } from '#tests/support/server/push-browser.ts';
import { startPushService } from '#tests/support/server/push-service.ts';

const ENDPOINT = { ...new PushBrowser().keys, taps: false };

test('nobody, and whoever has a link alone, makes none of the calls', async () => {
  const { app, service } = await startAppWithPush();
  const { link } = await linkedVisit(app.url);
  const message = { endpoint: `${service.origin}/a`, ...ENDPOINT, link };
  expect((await get(app.url, '/api/push')).status).toBe(401);
  for (const path of ['/api/push/subscribe', '/api/push/unsubscribe', '/api/push/try'])
    expect(codeOf(await postJson(app.url, path, message))).toBe('not-signed-in');
  expect(service.connections).toBe(0);
});

test('a device subscribes, sees its state, is tested, and turns it off', async () => {
  const { app, service, subscribe, shown } = await startAppWithPush({ isStill: true });
  const phone = await registerHousehold(app.url);
  const { key } = await done(phone, 'pushState', {});
  expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(65);
  expect(await done(phone, 'sendTestPush', {})).toEqual({ result: 'gone' });
  const { path } = await subscribe(phone, { taps: true });
  const since = new Date(app.clock.now()).toISOString();
  const device = { endpoint: service.origin + path, taps: true, since, handedAt: null, failure: null };
  expect(await done(phone, 'pushState', {})).toEqual({ key, device });
  app.clock.ahead += MINUTE_MS;
  expect(await done(phone, 'sendTestPush', {})).toEqual({ result: 'sent' });
  expect(shown()).toMatchObject([{ title: 'Framme', body: 'Så här säger Framme till.', lang: 'sv' }]);
  const handedAt = new Date(app.clock.now()).toISOString();
  expect(await done(phone, 'pushState', {})).toEqual({ key, device: { ...device, handedAt } });
  for (const _twice of [1, 2]) expect(await done(phone, 'unsubscribe', {})).toEqual({});
  expect(await done(phone, 'pushState', {})).toEqual({ key, device: null });
});

test('another family, another parent, and whoever asked to join see and change nothing of a device', async () => {
  const { app, service, subscribe } = await startAppWithPush();
  const [anna, bo] = [await registerHousehold(app.url), await registerHousehold(app.url, 'Berg')];
  const inHousehold = await join(anna, await registerHousehold(app.url, 'Ek'));
  const { path } = await subscribe(anna);
  await askAndApprove(anna, bo, await invite(anna));
  for (const phone of [inHousehold, bo]) {
    expect((await done(phone, 'pushState', {})).device).toBeNull();
    expect(await done(phone, 'sendTestPush', {})).toEqual({ result: 'gone' });
    await done(phone, 'unsubscribe', {});
  }
  expect(service.got).toEqual([]);
  expect((await done(anna, 'pushState', {})).device).toMatchObject({ endpoint: service.origin + path });
});

test('each state of a test is told, and a forgotten subscription is forgotten here too', async () => {
  const { app, service, subscribe } = await startAppWithPush();
  const phone = await registerHousehold(app.url);
  await subscribe(phone);
  service.reply = () => ({ status: 403 });
  expect(await done(phone, 'sendTestPush', {})).toEqual({ result: 'refused' });
  expect((await done(phone, 'pushState', {})).device).toMatchObject({ failure: '403', handedAt: null });
  service.reply = () => ({ status: 503 });
  expect(await done(phone, 'sendTestPush', {})).toEqual({ result: 'late' });
  service.reply = () => ({ status: 410 });
  expect(await done(phone, 'sendTestPush', {})).toEqual({ result: 'gone' });
  expect((await done(phone, 'pushState', {})).device).toBeNull();
  expect(app.log.text).not.toContain('endpoint-0');
});

test('what is no subscription at a push service of the host is refused, and a listener hears nothing', async () => {
  const { app, service } = await startAppWithPush();
  const other = await startPushService();
  const phone = await registerHousehold(app.url);
  const subscribing = (changes: object) =>
    phone.post('/api/push/subscribe', { endpoint: `${service.origin}/a`, ...ENDPOINT, ...changes });
  const bad = [
    [{ endpoint: `${other.origin}/a` }, 'endpoint'],
    [{ endpoint: 'http://example.org/a' }, 'endpoint'],
    [{ endpoint: `${service.origin.replace('127.0.0.1', 'localhost')}/a` }, 'endpoint'],
    [{ endpoint: `${service.origin}/${'a'.repeat(1000)}` }, 'endpoint'],
    [{ endpoint: `${service.origin.replace('http', 'HTTP')}/a` }, 'endpoint'],
    [{ endpoint: `${service.origin}/x/../a` }, 'endpoint'],
    [{ endpoint: `${service.origin}/%61` }, 'endpoint'],
    [{ endpoint: `${service.origin}/a#b` }, 'endpoint'],
    [{ endpoint: ` ${service.origin}/a` }, 'endpoint'],
    [{ p256dh: `B${'A'.repeat(86)}` }, 'p256dh'],
    [{ p256dh: '' }, 'p256dh'],
    [{ auth: 'short' }, 'auth'],
    [{ taps: 'yes' }, 'taps'],
  ] as const;
  for (const [changes, field] of bad) {
    const { status, body } = await subscribing(changes);
    expect([status, body]).toEqual([
      400,
      { error: expect.objectContaining({ code: 'invalid-request', field }) },
    ]);
  }
  expect((await done(phone, 'pushState', {})).device).toBeNull();
  expect([other.connections, service.connections]).toEqual([0, 0]);
  expect((await subscribing({})).status).toBe(200);
});

test('a session subscribes twenty times and an account tests five times, then more slowly; another one goes on', async () => {
  const { app, subscribe } = await startAppWithPush({ isStill: true });
  const [phone, other] = [await registerHousehold(app.url), await registerHousehold(app.url, 'Berg')];
  for (let count = 0; count < 20; count += 1) await subscribe(phone);
  await expect(subscribe(phone)).rejects.toThrow('subscribe answered 429');
  await subscribe(other);
  for (let count = 0; count < 5; count += 1) await done(phone, 'sendTestPush', {});
  const second = await anotherDevice(phone);
  await subscribe(second);
  for (const one of [phone, second])
    expect(codeOf(await call(one, 'sendTestPush', {}))).toBe('too-many-requests');
  await done(other, 'sendTestPush', {});
  app.clock.ahead += MINUTE_MS;
  await done(phone, 'sendTestPush', {});
  expect(codeOf(await call(phone, 'sendTestPush', {}))).toBe('too-many-requests');
  app.clock.ahead += 4 * MINUTE_MS;
  await subscribe(phone);
});

test('a host that turned push off says so, and takes no subscription', async () => {
  const { app, service } = await startAppWithPush({ env: { PUSH_SERVICES: 'off' } });
  const phone = await registerHousehold(app.url);
  expect(await done(phone, 'pushState', {})).toEqual({ key: null, device: null });
  const message: CallRequest<'subscribe'> = { endpoint: `${service.origin}/a`, ...ENDPOINT };
  expect((await call(phone, 'subscribe', message)).status).toBe(400);
});
