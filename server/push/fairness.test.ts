import { expect, onTestFinished, test, vi } from 'vitest';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { anotherDevice } from '#tests/support/people/devices.ts';
import { type LinkedVisit, linkedVisit, linkTo, mustRun } from '#tests/support/people/linked-visit.ts';
import { startAppWithPush } from '#tests/support/people/notified-devices.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { type AppOptions, until } from '#tests/support/server/app.ts';
import { RATE_LIMITS } from '../load-limits/limit-numbers.ts';
import { PushSender } from './push.ts';

/** Less than the wait for one answer of a push service. */
const SOON = { timeout: 5000 };

/** An app at which families with a number of devices plan times home. */
async function manyAtHome(options: AppOptions = {}) {
  const started = await startAppWithPush(options);
  const { app, subscribe } = started;
  const family = async (devices: number, visits = 1) => {
    const { phone, ref } = await linkedVisit(app.url);
    const told = [];
    for (let count = 0; count < devices; count += 1) {
      const on = await anotherDevice(phone);
      told.push({ phone: on, ...(await subscribe(on)) });
    }
    const linked: LinkedVisit[] = [];
    for (let count = 0; count < visits; count += 1)
      linked.push(await linkTo(phone, await phone.addFriend(ref.child, `Vän${count}`)));
    const plan = async (minutes: number) => {
      const at = isoTime(app.clock.now() + minutes * MINUTE_MS);
      for (const { visit, ref } of linked) await mustRun(phone, 'expectHome', { ...ref, visit, at });
    };
    return { paths: told.map(({ path }) => path), told, plan };
  };
  return { ...started, family };
}

test('a family whose push service hangs, with many alerts and devices, holds up no other family', async () => {
  const { app, service, family } = await manyAtHome();
  const [slow, quick] = [await family(10, 40), await family(1)];
  service.reply = ({ path }) => (slow.paths.includes(path) ? undefined : { status: 201 });
  await slow.plan(10);
  await quick.plan(11);
  app.clock.ahead += 12 * MINUTE_MS;
  const [path] = quick.paths;
  await vi.waitUntil(() => service.got.some((one) => one.path === path), SOON);
  expect(service.got.filter((one) => one.path !== path).length).toBeLessThanOrEqual(8);
});

test('families that all have a device at a push service that hangs hold up no other family', async () => {
  const { app, service, family } = await manyAtHome();
  const slow = await Promise.all(Array.from({ length: 33 }, () => family(1)));
  const quick = await family(1);
  service.reply = ({ path }) => (quick.paths.includes(path) ? { status: 201 } : undefined);
  for (const { plan } of slow) await plan(10);
  await quick.plan(11);
  app.clock.ahead += 12 * MINUTE_MS;
  const [path] = quick.paths;
  await vi.waitUntil(() => service.got.some((one) => one.path === path), SOON);
});

test('a device that signs out while others of its family are being told is not told', async () => {
  const { app, service, family } = await manyAtHome();
  const { told, plan } = await family(9);
  const timeout = AbortSignal.timeout;
  const short = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 5));
  onTestFinished(() => short.mockRestore());
  service.reply = () => undefined;
  const putOff = vi.spyOn(app.store, 'settleAlert');
  await plan(1);
  app.clock.ahead += 2 * MINUTE_MS;
  await until(() => service.got.length >= 8);
  const last = told.find(({ path }) => !service.got.some((one) => one.path === path));
  if (last) await done(last.phone, 'logOut', {});
  await until(() => putOff.mock.calls.length > 0);
  expect(service.got.filter(({ path }) => path === last?.path)).toEqual([]);
  expect(last).toBeDefined();
});

test('a device whose push service asks to wait for too long holds up no other of its family', async () => {
  const { app, service, family } = await manyAtHome({ isStill: true });
  const { paths, plan } = await family(2);
  const [full, busy] = paths;
  const headers = { 'retry-after': String(5 * 3600) };
  service.reply = ({ path }) => (path === full ? { status: 429, headers } : { status: 503 });
  await plan(1);
  app.clock.ahead += MINUTE_MS;
  const putOff = vi.spyOn(app.store, 'settleAlert');
  await until(() => service.got.length === 2 && putOff.mock.settledResults[0]?.type === 'fulfilled');
  service.reply = () => ({ status: 201 });
  app.clock.ahead += 15_000;
  await until(async () => !(await app.store.hasDueAlerts('9999')));
  expect(service.got.slice(2).map(({ path }) => path)).toEqual([busy]);
});

test('what a family is told has an end, and another one is told', async () => {
  const { app, service, family } = await manyAtHome();
  const [much, other] = [await family(1), await family(1)];
  const { attempt } = app.store;
  const counted = new Set<string>();
  app.store.attempt = async (key, now, limit) => {
    if (limit === RATE_LIMITS.alerts) counted.add(key);
    return key === [...counted][0] ? 1000 : attempt(key, now, limit);
  };
  await much.plan(1);
  await other.plan(2);
  app.clock.ahead += MINUTE_MS;
  await until(() => counted.size === 1);
  app.clock.ahead += 2 * MINUTE_MS;
  await until(async () => !(await app.store.hasDueAlerts('9999')));
  expect(service.got.map(({ path }) => path)).toEqual(other.paths);
  expect(counted.size).toBe(2);
});

test('families that are told sooner than the next look at the queue let another family have its turn too', async () => {
  const { app, service, family } = await manyAtHome();
  const { hasDueAlerts, takeAlerts, settleAlert } = app.store;
  let telling = 0;
  app.store.hasDueAlerts = async (now) => {
    await until(() => telling === 0);
    return hasDueAlerts(now);
  };
  app.store.takeAlerts = async (...asked) => {
    const taken = await takeAlerts(...asked);
    telling += taken.length;
    return taken;
  };
  app.store.settleAlert = async (...settled) => {
    await settleAlert(...settled);
    telling -= 1;
  };
  // More alerts than are looked at in one take.
  const many = await Promise.all(Array.from({ length: 2 }, () => family(2, 20)));
  const quick = await family(1);
  for (const { plan } of many) await plan(10);
  await quick.plan(11);
  app.clock.ahead += 12 * MINUTE_MS;
  const before = () => service.got.findIndex(({ path }) => path === quick.paths[0]);
  await until(() => before() >= 0);
  // One alert of each, at two devices.
  expect(before()).toBeLessThanOrEqual(2 * 2);
});

test('after a round of devices that hang, the next devices of the family are told within the same lease', async () => {
  const { app, service, family } = await manyAtHome({ isStill: true });
  const { plan } = await family(9);
  const waits: { ms: number; late: AbortController }[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController();
    waits.push({ ms, late });
    return late.signal;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  service.reply = () => undefined;
  const send = vi.spyOn(PushSender.prototype, 'send');
  const putOff = vi.spyOn(app.store, 'settleAlert');
  await plan(1);
  app.clock.ahead += 2 * MINUTE_MS;
  await until(() => service.got.length === 8);
  // A round takes a moment longer than its wait.
  app.clock.ahead += Math.max(...waits.map(({ ms }) => ms)) + 1000;
  for (const { late } of waits) late.abort(new DOMException('late', 'TimeoutError'));
  await until(() => putOff.mock.calls.length > 0);
  // Each retry begins with the same eight: a ninth that has no time left would never be told.
  expect(send).toHaveBeenCalledTimes(9);
});

test('an alert that a killed server had taken is told soon after, not when a long lease ends', async () => {
  const { app, service, family } = await manyAtHome({ isStill: true });
  const { plan } = await family(1);
  service.reply = () => undefined;
  await plan(1);
  app.clock.ahead += MINUTE_MS;
  await until(() => service.got.length === 1);
  expect(await app.store.hasDueAlerts(isoTime(app.clock.now() + 19_000))).toBe(false);
  expect(await app.store.hasDueAlerts(isoTime(app.clock.now() + 20_000))).toBe(true);
});
