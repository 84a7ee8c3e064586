import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PushBrowser } from '#tests/support/server/push-browser.ts';
import { startPushService } from '#tests/support/server/push-service.ts';
import { isOfService } from '../config/push-services.ts';
import { PADDED_LENGTH } from './encrypt.ts';
import { PushSender } from './push.ts';
import { Vapid } from './vapid.ts';

const MESSAGE = { text: 'Kan Ella stanna till 18:00?', topic: 't'.repeat(32), ttl: 900 };

/** A sender to a push service, with a browser that has an endpoint there. */
async function senderTo(service: { origin: string }) {
  const browser = new PushBrowser();
  const vapid = await Vapid.of(
    { secret: async (_name: string, fresh: string) => fresh } as never,
    'mailto:anna@example.org',
    0,
  );
  let logged = '';
  const log = pino({ level: 'trace' }, { write: (line: string) => (logged += line) });
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const sender = new PushSender({ services: [service.origin], vapid, now, log });
  const send = (path = '/secret-path', signal?: AbortSignal) =>
    sender.send({ endpoint: `${service.origin}${path}`, ...browser.keys }, MESSAGE, signal);
  return { browser, clock, sender, send, vapid, logged: () => logged };
}

test('a message is handed over with its headers, and only the browser can read it', async () => {
  const service = await startPushService();
  const { browser, send, vapid } = await senderTo(service);
  expect(await send()).toEqual({ result: 'sent' });
  const [got] = service.got;
  expect(got?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '900',
    topic: MESSAGE.topic,
    urgency: 'high',
    authorization: expect.stringContaining(`k=${vapid.publicKey}`),
  });
  expect(got && browser.open(got.body)).toEqual({ text: MESSAGE.text, padded: PADDED_LENGTH });
  expect(got?.body.includes('Ella')).toBe(false);
});

test.each([
  [200, { result: 'sent' }],
  [404, { result: 'gone' }],
  [410, { result: 'gone' }],
  [400, { result: 'refused', failure: '400' }],
  [403, { result: 'refused', failure: '403' }],
  [413, { result: 'refused', failure: '413' }],
  [500, { result: 'late', retryAfterMs: 7000 }],
  [503, { result: 'late', retryAfterMs: 7000 }],
  [429, { result: 'late', retryAfterMs: 7000 }],
])('a reply of %i', async (status, handed) => {
  const service = await startPushService(() => ({ status, headers: { 'retry-after': '7' } }));
  const { send, logged } = await senderTo(service);
  expect(await send()).toEqual(handed);
  expect(logged()).not.toContain('secret-path');
  expect(logged().includes('refused')).toBe(handed.result === 'refused');
});

test('a date in Retry-After counts, and one that is none is no wait', async () => {
  const at = new Date(Date.now() + 90_000).toUTCString();
  const service = await startPushService(() => ({ status: 503, headers: { 'retry-after': at } }));
  const { send } = await senderTo(service);
  const { retryAfterMs } = (await send()) as { retryAfterMs: number };
  expect(retryAfterMs).toBeGreaterThan(80_000);
  expect(retryAfterMs).toBeLessThan(100_000);
  service.reply = () => ({ status: 503, headers: { 'retry-after': 'soon' } });
  expect(await send()).toEqual({ result: 'late', retryAfterMs: 0 });
});

test('a redirect is refused, and nobody hears of it where it leads', async () => {
  const other = await startPushService();
  for (const status of [301, 302, 307, 308]) {
    const service = await startPushService(() => ({ status, headers: { location: `${other.origin}/x` } }));
    const { send } = await senderTo(service);
    expect(await send()).toEqual({ result: 'refused', failure: String(status) });
  }
  expect(other.connections).toBe(0);
});

test('an endpoint that is of no service any more is refused, and a listener there hears nothing', async () => {
  const [service, other] = [await startPushService(), await startPushService()];
  const { browser, sender } = await senderTo(service);
  for (const endpoint of [`${other.origin}/x`, 'no address', `${service.origin.replace('//', '//a@')}/x`])
    expect(await sender.send({ endpoint, ...browser.keys }, MESSAGE)).toEqual({
      result: 'refused',
      failure: 'service',
    });
  expect([service.connections, other.connections]).toEqual([0, 0]);
});

test('a push service that hangs, or is not there, is late', async () => {
  const service = await startPushService(() => undefined);
  const { clock, send, logged } = await senderTo(service);
  const stop = new AbortController();
  const sending = send('/secret-path', stop.signal);
  await vi.waitUntil(() => service.got.length === 1);
  stop.abort();
  expect(await sending).toEqual({ result: 'late', retryAfterMs: 0 });
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(8000);
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  });
  onTestFinished(() => timeout.mockRestore());
  expect(await send()).toEqual({ result: 'late', retryAfterMs: 0 });
  timeout.mockRestore();
  // It rests, and is not asked again meanwhile; then it is, and its answer ends all rest.
  const asked = service.got.length;
  const { retryAfterMs } = (await send('/b')) as { retryAfterMs: number };
  expect(retryAfterMs).toBeGreaterThan(0);
  expect(service.got).toHaveLength(asked);
  clock.ahead = 10_000;
  service.reply = () => ({ status: 201 });
  expect(await send('/b')).toEqual({ result: 'sent' });
  clock.ahead = 0;
  expect(await send('/b')).toEqual({ result: 'sent' });
  const other = await senderTo({ origin: 'http://127.0.0.1:1' });
  expect(await other.send()).toEqual({ result: 'late', retryAfterMs: 0 });
  expect(logged() + other.logged()).not.toContain('secret-path');
});

const SERVICES = ['fcm.googleapis.com', '.push.services.mozilla.com', 'http://127.0.0.1:4000'];

test.each([
  ['https://fcm.googleapis.com/fcm/send/a:b', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/a', true],
  ['https://fcm.googleapis.com:443/a', true],
  ['http://127.0.0.1:4000/a', true],
  ['http://fcm.googleapis.com/a', false],
  ['https://fcm.googleapis.com:8443/a', false],
  ['https://fcm.googleapis.com./a', false],
  ['https://a.fcm.googleapis.com/a', false],
  ['https://fcm.googleapis.com.example.org/a', false],
  ['https://evilpush.services.mozilla.com/a', false],
  ['https://push.services.mozilla.com.example.org/a', false],
  ['https://fcm.googleapis.com@example.org/a', false],
  ['https://user@fcm.googleapis.com/a', false],
  ['https://fcm.googleapis.com\\@example.org/a', true],
  ['https://fcm.gооgleapis.com/a', false],
  ['https://ｆｃｍ.googleapis.com/a', true],
  ['HTTPS://FCM.GOOGLEAPIS.COM/a', true],
  ['https://updates.push.services.mozilla.com./a', false],
  ['https://updates.push.services.mozilla.com:8443/a', false],
  ['https://a.push.services.mozilla.com%2eexample.org/a', false],
  ['https://example.org/.push.services.mozilla.com', false],
  ['https://example.org?.push.services.mozilla.com', false],
  ['https://example.org#.push.services.mozilla.com', false],
  ['https://fcm.googleapis.com:443@127.0.0.1/a', false],
  ['https://127.0.0.1/a', false],
  ['https://2130706433/a', false],
  ['https://[::1]/a', false],
  ['https://[::ffff:127.0.0.1]/a', false],
  ['http://[::1]:4000/a', false],
  ['//fcm.googleapis.com/a', false],
  ['http://127.0.0.1:4001/a', false],
  ['https://127.0.0.1:4000/a', false],
  ['http://localhost:4000/a', false],
  ['file:///etc/passwd', false],
  ['ftp://fcm.googleapis.com/a', false],
  ['', false],
])('%s is of a push service: %s', (endpoint, expected) => {
  expect(isOfService(SERVICES, endpoint)).toBe(expected);
});
