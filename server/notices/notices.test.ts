import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { type AppOptions, startApp, until } from '#tests/support/server/app.ts';
import type { QueuedNotice } from '../store/ports/store.ts';

/** A family with a friend and a guest, and the lines printed for them. */
async function atHome(options: AppOptions = {}) {
  const app = await startApp(options);
  const phone = await registerHousehold(app.url);
  const child = await phone.addChild();
  const ella = await phone.addFriend(child, 'Ella', '070-123 45 67');
  const nils = await phone.addGuest(child, 'Nils', 'farmor-i-Lund');
  const checkIn = async () => {
    const op = phone.op('checkIn', ella);
    await phone.sync({ ops: [op] });
    return op.op;
  };
  const undo = (tap: string) => phone.run('undo', { ...ella, visit: tap, undoes: tap });
  const printed = (...lines: string[]) => until(() => JSON.stringify(app.printed) === JSON.stringify(lines));
  return { app, phone, ella, nils, checkIn, undo, printed };
}

const HOLD = { env: { NOTICE_HOLD_SECONDS: '60' } };

test('each change prints one line: parent phone or user id, name, new status', async () => {
  const { phone, ella, nils, printed } = await atHome();
  await phone.run('checkIn', ella);
  await phone.run('checkIn', nils);
  await phone.run('checkIn', ella);
  await phone.run('checkOut', ella);
  await printed(
    'notice: "070-123 45 67" "Ella" in',
    'notice: "farmor-i-Lund" "Nils" in',
    'notice: "070-123 45 67" "Ella" out',
  );
});

test('no name and no user id can look like another field or another line', async () => {
  const { phone, printed } = await atHome();
  const child = await phone.addChild();
  await phone.run('checkIn', await phone.addGuest(child, 'Nils" in (correction)', 'farmor" "Ella'));
  await phone.run('checkIn', await phone.addGuest(child, 'Al\u200bva', 'mor\\'));
  await printed('notice: "farmor\\" \\"Ella" "Nils\\" in (correction)" in', 'notice: "mor\\\\" "Alva" in');
});

test('masked lines show neither a whole name nor a whole number', async () => {
  const { app, phone, ella, nils } = await atHome({ env: { CONSOLE_NOTICES: 'masked' } });
  const short = await phone.addFriend(ella.child, 'Å', '070-1');
  for (const each of [ella, nils, short]) await phone.run('checkIn', each);
  await until(() => app.printed.length === 3);
  expect(app.printed).toEqual(['notice: "…67" "E…" in', 'notice: "f…" "N…" in', 'notice: "…" "…" in']);
});

test('without lines on the console nothing is printed, and no notice is left waiting', async () => {
  const { app, checkIn } = await atHome({ env: { CONSOLE_NOTICES: 'off' } });
  await checkIn();
  await until(async () => (await app.store.earliestNotice()) === undefined);
  expect([app.printed, app.log.text.includes('could not be sent')]).toEqual([[], false]);
});

test('a notice waits until its hold time is over, an undo before that cancels it, and one after corrects it', async () => {
  const { app, checkIn, undo, printed } = await atHome({ ...HOLD, isStill: true });
  await undo(await checkIn());
  const tap = await checkIn();
  app.clock.ahead = 40_000;
  await sleep(1200);
  expect(app.printed).toEqual([]);
  app.clock.ahead = 61_000;
  await printed('notice: "070-123 45 67" "Ella" in');
  await undo(tap);
  app.clock.ahead = 122_000;
  await printed('notice: "070-123 45 67" "Ella" in', 'notice: "070-123 45 67" "Ella" out (correction)');
});

test('a notice that cannot be sent is retried with growing delays', async () => {
  const attempts: number[] = [];
  const channel = async ({ attempts: count }: QueuedNotice) => {
    attempts.push(count);
    if (count < 3) throw new Error('no connection to Ella');
  };
  const { app, checkIn } = await atHome({ isStill: true, change: () => ({ channel }) });
  await checkIn();
  await until(() => attempts.length === 1);
  app.clock.ahead = 2000;
  await sleep(1100);
  expect(attempts).toEqual([1]);
  app.clock.ahead = 6000;
  await until(() => attempts.length === 2);
  app.clock.ahead = 17_000;
  await until(() => attempts.length === 3);
  app.clock.ahead = 1_000_000;
  await sleep(1100);
  expect(attempts).toEqual([1, 2, 3]);
  expect(app.log.text).toContain('a notice could not be sent');
  expect(app.log.text).not.toContain('Ella');
});
