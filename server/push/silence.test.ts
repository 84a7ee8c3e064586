import { expect, onTestFinished, test, vi } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { linkedVisit, mustRun } from '#tests/support/people/linked-visit.ts';
import { startAppWithPush } from '#tests/support/people/notified-devices.ts';
import { call, done } from '#tests/support/people/two-parents.ts';
import { until } from '#tests/support/server/app.ts';
import { postJson } from '#tests/support/server/http.ts';
import { StoreUnavailable } from '../store/ports/store.ts';

test('no line that push can write names an address of a device, a key, a topic or a person', async () => {
  const { app, service, subscribe, shown, settled } = await startAppWithPush();
  const linked = await linkedVisit(app.url, { friend: 'Zaphod', child: 'Trillian' });
  const { phone, ref, visit, link } = linked;
  const { path, browser } = await subscribe(phone, { taps: true });
  const plan = async () => {
    const at = isoTime(app.clock.now() + MINUTE_MS);
    await mustRun(phone, 'expectHome', { ...ref, visit, at });
    app.clock.ahead += MINUTE_MS;
  };
  const logged = (text: string) => until(() => app.log.text.includes(text));

  service.reply = () => ({ status: 403 });
  await plan();
  await logged('a push service refused a message');
  service.reply = () => ({ status: 301, headers: { location: `${service.origin}${path}` } });
  await done(phone, 'sendTestPush', {});
  service.reply = () => ({ status: 503 });
  expect(
    (await postJson(app.url, calls.answerVisit.path, { link, answer: { code: 'on-my-way' } })).status,
  ).toBe(200);
  await until(() => service.got.length === 3);
  const { key } = await done(phone, 'pushState', {});
  const endpoint = `https://elsewhere.example${path}`;
  expect((await call(phone, 'subscribe', { endpoint, ...browser.keys, taps: true })).status).toBe(400);
  const swapped = { endpoint, p256dh: browser.keys.auth, auth: browser.keys.p256dh, taps: true };
  expect((await call(phone, 'subscribe', swapped)).status).toBe(400);
  const secrets = [path, ...Object.values(browser.keys), shown()[0]?.tag ?? '-', key ?? '-'];
  const message = `Zaphod ${secrets.join(' ')}`;
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeout.mockRestore());
  timeout.mockImplementationOnce(() => AbortSignal.abort(new DOMException(message, 'TimeoutError')));
  await done(phone, 'sendTestPush', {});
  await logged('a push service could not be reached');

  const { alertContext: told } = app.store;
  app.store.alertContext = async () => {
    throw new StoreUnavailable(message);
  };
  await plan();
  await logged('the store is unavailable; alerts wait');
  app.store.alertContext = async () => {
    throw Object.assign(new Error(message), { detail: message, code: 'XX000' });
  };
  await plan();
  await logged('sending alerts failed');
  app.store.alertContext = told;
  service.reply = () => ({ status: 410 });
  app.clock.ahead += 2 * MINUTE_MS;
  await settled();

  for (const secret of [...secrets, 'Zaphod', 'Trillian', 'Astrid', phone.account.email, linked.link])
    expect(app.log.text).not.toContain(secret);
  expect(app.log.text).toContain(`"host":"${new URL(service.origin).host}","status":403`);
});
