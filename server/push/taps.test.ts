import { expect, test } from 'vitest';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { mustRun } from '#tests/support/people/linked-visit.ts';
import { clockOf, startAppWithPush } from '#tests/support/people/notified-devices.ts';
import { done, join, reauthenticate } from '#tests/support/people/two-parents.ts';
import { type AppOptions, until } from '#tests/support/server/app.ts';

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
