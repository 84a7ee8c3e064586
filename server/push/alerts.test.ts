import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { anotherDevice } from '#tests/support/people/devices.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import {
  type LinkedVisit,
  linkedVisit,
  linkTo,
  mustRun,
  visitOf,
} from '#tests/support/people/linked-visit.ts';
import { clockOf, startAppWithPush } from '#tests/support/people/notified-devices.ts';
import { done, join, reauthenticate } from '#tests/support/people/two-parents.ts';
import { type AppOptions, until } from '#tests/support/server/app.ts';
import { postJson } from '#tests/support/server/http.ts';

/** A family with a linked visit and a device, at an app with a push service. */
async function atHome(options: AppOptions = {}) {
  const started = await startAppWithPush(options);
  const { app, subscribe } = started;
  const linked = await linkedVisit(app.url);
  linked.phone.now = app.clock.now;
  const device = await subscribe(linked.phone);
  const answer = async (code: string, until?: string) => {
    app.clock.ahead += 3000;
    const given = { code, ...(until === undefined ? {} : { until }) };
    const { status } = await postJson(app.url, calls.answerVisit.path, { link: linked.link, answer: given });
    expect(status).toBe(200);
  };
  const plan = (minutes: number) => planned(linked, isoTime(app.clock.now() + minutes * MINUTE_MS));
  return { ...started, linked, device, answer, plan };
}

async function planned(linked: LinkedVisit, at: string): Promise<string> {
  await mustRun(linked.phone, 'expectHome', { ...linked.ref, visit: linked.visit, at });
  return at;
}

test('an answer of the other family is told, in the words of the device’s parent, and thanks are not', async () => {
  const { app, linked, device, answer, shown, titles, settled } = await atHome();
  const until1 = isoTime(app.clock.now() + 45 * MINUTE_MS);
  await answer('stay', until1);
  await until(() => shown().length === 1);
  expect(shown()[0]).toMatchObject({
    to: device,
    title: `Kan Ella stanna till ${clockOf(until1)}?`,
    lang: 'sv',
    navigate: `${app.url}/dashboard`,
  });
  await answer('thanks');
  await settled();
  await mustRun(linked.phone, 'updateProfile', { language: 'en' });
  await answer('on-my-way');
  await until(() => shown().length === 2);
  expect(titles()[1]).toBe('About Ella: on my way');
  expect(shown()[1]?.tag).toBe(shown()[0]?.tag);
  await postJson(app.url, calls.refuseLinks.path, { link: linked.link, remove: true });
  await until(() => shown().length === 3);
  expect(titles()[2]).toBe('An answer about Ella is waiting in Framme');
});

test('a planned time is told when it has come, also one that a yes set, and once', async () => {
  const { app, linked, plan, answer, titles, settled } = await atHome();
  const at = await plan(30);
  app.clock.ahead += 29 * MINUTE_MS;
  await sleep(1200);
  expect(titles()).toEqual([]);
  app.clock.ahead += MINUTE_MS;
  await settled();
  expect(titles()).toEqual([`Ella skulle gå hem ${clockOf(at)}`]);
  const asked = isoTime(app.clock.now() + 20 * MINUTE_MS);
  await answer('stay', asked);
  await settled();
  const { ref, visit } = linked;
  const answeredAt = (await visitOf(linked)).answer?.at ?? '';
  await mustRun(linked.phone, 'replyToAnswer', { ...ref, visit, answeredAt, yes: true });
  app.clock.ahead += 20 * MINUTE_MS;
  await settled();
  expect(titles().at(-1)).toBe(`Ella skulle gå hem ${clockOf(asked)}`);
  expect(titles()).toHaveLength(3);
});

/** Each happens after a time was planned, and ends it. */
const ENDINGS: readonly ((linked: LinkedVisit) => Promise<unknown>)[] = [
  (linked) => planned(linked, isoTime(linked.phone.now() + 50 * MINUTE_MS)),
  ({ phone, ref, visit }) => mustRun(phone, 'expectHome', { ...ref, visit, at: null }),
  ({ phone, ref }) => mustRun(phone, 'checkOut', ref),
  ({ phone, ref, visit }) => mustRun(phone, 'deleteVisit', { ...ref, visit }),
  ({ phone, ref: { child, visitor } }) => mustRun(phone, 'deleteFriend', { child, friend: visitor }),
  ({ phone, ref: { child } }) => mustRun(phone, 'deleteChild', { child }),
];

test('a planned time that was moved or removed, or whose visit ended otherwise, is not told', async () => {
  const { app, subscribe, titles } = await startAppWithPush();
  for (const end of ENDINGS) {
    const linked = await linkedVisit(app.url);
    await subscribe(linked.phone);
    await planned(linked, isoTime(app.clock.now() + 20 * MINUTE_MS));
    await end(linked);
  }
  app.clock.ahead += 21 * MINUTE_MS;
  // Beyond the lease of one that is being sent.
  const soon = isoTime(app.clock.now() + 5 * MINUTE_MS);
  await until(async () => !(await app.store.hasDueAlerts(soon)));
  expect(titles()).toEqual([]);
});

test('an answer that was replied to or taken back, or whose visit is over, before it could be told is not told', async () => {
  const { app, service, linked, answer, titles, settled } = await atHome();
  service.reply = () => ({ status: 503 });
  for (const end of ['reply', 'takeBack', 'checkOut']) {
    await answer('stay', isoTime(app.clock.now() + 45 * MINUTE_MS));
    await until(() => service.got.length > 0);
    const at = (await visitOf(linked)).answer?.at ?? '';
    const { phone, ref, visit, link } = linked;
    if (end === 'reply') await mustRun(phone, 'replyToAnswer', { ...ref, visit, answeredAt: at, yes: false });
    else if (end === 'checkOut') await mustRun(phone, 'checkOut', ref);
    else await postJson(app.url, calls.answerVisit.path, { link, answer: { takesBack: at } });
    service.got.length = 0;
    app.clock.ahead += MINUTE_MS;
    await settled();
    expect(titles()).toEqual([]);
  }
});

test('answers ring six times a visit, then once in ten minutes, and all are kept', async () => {
  const { app, linked, answer, titles, settled } = await atHome({ isStill: true });
  for (let count = 0; count < 8; count += 1) {
    await answer(
      count % 2 ? 'on-my-way' : 'stay',
      count % 2 ? undefined : isoTime(app.clock.now() + 40 * MINUTE_MS),
    );
    await settled();
  }
  expect(titles()).toHaveLength(6);
  expect((await visitOf(linked)).answer?.code).toBe('on-my-way');
  app.clock.ahead += 10 * MINUTE_MS;
  await answer('on-my-way');
  await settled();
  expect(titles()).toHaveLength(7);
  // Another visit rings by itself.
  const other = await linkTo(linked.phone, await linked.phone.addFriend(linked.ref.child, 'Sam'));
  await postJson(app.url, calls.answerVisit.path, { link: other.link, answer: { code: 'on-my-way' } });
  await until(() => titles().length === 8);
});

test('a message that could not be handed over comes again until its life ends, to those who have not got it alone', async () => {
  const { app, service, linked, device, subscribe, answer, shown, settled } = await atHome({ isStill: true });
  const other = await subscribe(await anotherDevice(linked.phone));
  const headers = { 'retry-after': '40' };
  const first = new Set<string>();
  service.reply = ({ path }) => {
    const isFirst = path === device.path && !first.has(path);
    first.add(path);
    return { status: isFirst ? 429 : 201, headers };
  };
  const putOff = vi.spyOn(app.store, 'settleAlert');
  await answer('on-my-way');
  await until(() => service.got.length === 2);
  await until(() => putOff.mock.results.length > 0);
  await Promise.all(putOff.mock.results.map(({ value }) => value));
  app.clock.ahead += 39_000;
  await sleep(1200);
  expect(shown()).toHaveLength(2);
  app.clock.ahead += 2000;
  await settled();
  expect(shown().map(({ to }) => to)).toEqual([expect.anything(), expect.anything(), device]);
  expect(first).toEqual(new Set([device.path, other.path]));
  expect(new Set(shown().map(({ tag }) => tag)).size).toBe(1);
  service.reply = () => ({ status: 503 });
  await answer('on-my-way');
  await until(() => service.got.length === 5);
  app.clock.ahead += 5 * 60 * MINUTE_MS;
  await settled();
  expect(service.got).toHaveLength(5);
});

test('an alert past its life, as of a restored backup, tells nobody', async () => {
  const { app, service, linked, plan } = await atHome({ isStill: true });
  await plan(20);
  await app.stop();
  const env = { PUSH_SERVICES: service.origin };
  const again = await startAppWithPush({ dataDir: app.dataDir, env, isStill: true });
  again.app.clock.ahead = 51 * MINUTE_MS;
  await until(async () => !(await again.app.store.hasDueAlerts('9999')));
  expect(service.got).toEqual([]);
  linked.phone.url = again.app.url;
  again.app.clock.ahead = 0;
  await planned(linked, isoTime(again.app.clock.now() + 10 * MINUTE_MS));
  again.app.clock.ahead = 11 * MINUTE_MS;
  await until(() => service.got.length === 1);
});

test('without a push service nothing waits', async () => {
  const { app, linked } = await atHome();
  await app.stop();
  const off = await startAppWithPush({ dataDir: app.dataDir, env: { PUSH_SERVICES: 'off' } });
  linked.phone.url = off.app.url;
  await planned(linked, isoTime(Date.now() + 30 * MINUTE_MS));
  const given = { link: linked.link, answer: { code: 'on-my-way' } };
  expect((await postJson(off.app.url, calls.answerVisit.path, given)).status).toBe(200);
  expect(await off.app.store.hasDueAlerts('9999')).toBe(false);
  expect(await done(linked.phone, 'pushState', {})).toMatchObject({ key: null });
});

/** Two parents at home, of whom one checks people in. */
async function twoAtHome(options: AppOptions = {}) {
  const started = await startAppWithPush(options);
  const { url } = started.app;
  const [anna, alone] = [await registerHousehold(url, 'Lind'), await registerHousehold(url, 'Berg')];
  const bo = await join(anna, alone);
  const ella = await anna.addFriend(await anna.addChild(), 'Ella', '070-1');
  const checkIn = async (phone: HouseholdOnPhone) => {
    const op = phone.op('checkIn', ella);
    await phone.sync({ ops: [op] });
    return op.op;
  };
  return { ...started, anna, bo, ella, checkIn };
}

test('a parent is told of the other’s tap if the switch is on, and nobody of the own', async () => {
  const { app, subscribe, anna, bo, ella, checkIn, shown, titles, settled } = await twoAtHome();
  await subscribe(anna, { taps: true });
  const device = await subscribe(bo, { taps: true });
  await checkIn(anna);
  await until(() => titles().length === 1);
  const arrived = (await anna.documents()).values().find((one) => 'arrived' in one);
  const time = clockOf((arrived as { arrived: { at: string } }).arrived.at);
  expect(shown()[0]).toMatchObject({ to: device, title: `Ella har kommit ${time}`, body: 'Astrid tryckte' });
  await subscribe(bo, { taps: false });
  await anna.run('checkOut', ella);
  await until(() => app.printed.length === 2);
  await settled();
  expect(titles()).toHaveLength(1);
});

test('the console’s lines are as before, once each, while the push service hangs', async () => {
  const { app, service, subscribe, anna, bo, ella, checkIn } = await twoAtHome();
  await subscribe(bo, { taps: true });
  service.reply = () => undefined;
  await checkIn(anna);
  await until(() => service.got.length === 1);
  await anna.run('checkOut', ella);
  await checkIn(bo);
  await until(() => app.printed.length === 3);
  expect(app.printed.map((line) => line.split(' ').at(-1))).toEqual(['in', 'out', 'in']);
});

test('a device is told nothing more once its parent has left the family', async () => {
  const { app, subscribe, anna, bo, checkIn, ella, titles } = await twoAtHome();
  await subscribe(bo, { taps: true });
  const visit = await checkIn(anna);
  await until(() => titles().length === 1);
  const at = isoTime(app.clock.now() + MINUTE_MS);
  await mustRun(anna, 'expectHome', { ...ella, visit, at });
  await reauthenticate(bo);
  await done(bo, 'leaveHousehold', { uid: bo.account.uid, household: bo.account.household, copy: true });
  await anna.run('checkIn', await anna.addFriend(ella.child, 'Sam'));
  await until(() => app.printed.length === 2);
  app.clock.ahead += MINUTE_MS;
  await until(async () => !(await app.store.hasDueAlerts('9999')));
  expect(titles()).toHaveLength(1);
});
