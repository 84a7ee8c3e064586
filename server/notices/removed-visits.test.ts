import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { type AppOptions, startApp, until } from '#tests/support/server/app.ts';

const HOLD = { env: { NOTICE_HOLD_SECONDS: '60' } };
const HOUR = 3_600_000;

async function atHome(options: AppOptions = {}) {
  const app = await startApp(options);
  const phone = await registerHousehold(app.url);
  phone.now = () => Date.now() + app.clock.ahead;
  const child = await phone.addChild();
  const ella = await phone.addFriend(child, 'Ella', '112');
  const nils = await phone.addGuest(child, 'Nils', 'farmor');
  const checkIn = async () => {
    const op = phone.op('checkIn', ella);
    await phone.sync({ ops: [op] });
    return { ...ella, visit: op.op };
  };
  const printed = (...lines: string[]) => until(() => JSON.stringify(app.printed) === JSON.stringify(lines));
  /** Checks in somebody else, whose notice comes after all others that are due. */
  const printedBefore = async (...lines: string[]) => {
    await phone.run('checkIn', nils);
    await printed(...lines, 'notice: "farmor" "Nils" in');
  };
  return { app, phone, ella, checkIn, printed, printedBefore };
}

test('removing a visit whose notice still waits cancels it', async () => {
  const { app, phone, ella, checkIn } = await atHome(HOLD);
  const visit = await checkIn();
  await phone.run('checkOut', ella);
  await phone.run('deleteVisit', visit);
  app.clock.ahead = 61_000;
  await sleep(1200);
  expect(app.printed).toEqual([]);
});

test('removing a visit that was told corrects it, once for both its ends', async () => {
  const { phone, ella, checkIn, printed, printedBefore } = await atHome();
  const visit = await checkIn();
  await printed('notice: "112" "Ella" in');
  await phone.run('checkOut', ella);
  await printed('notice: "112" "Ella" in', 'notice: "112" "Ella" out');
  await phone.run('deleteVisit', visit);
  await printed(
    'notice: "112" "Ella" in',
    'notice: "112" "Ella" out',
    'notice: "112" "Ella" out (correction)',
  );
  await printedBefore(
    'notice: "112" "Ella" in',
    'notice: "112" "Ella" out',
    'notice: "112" "Ella" out (correction)',
  );
});

test('removing a visit more than a day after it was told sends nothing', async () => {
  const { app, phone, checkIn, printed, printedBefore } = await atHome();
  const visit = await checkIn();
  await printed('notice: "112" "Ella" in');
  app.clock.ahead = 25 * HOUR;
  expect(await phone.run('deleteVisit', visit)).toMatchObject({ result: 'done' });
  await printedBefore('notice: "112" "Ella" in');
});

test('a visit that is put back says again that the visitor is here', async () => {
  const { phone, checkIn, printed } = await atHome();
  const visit = await checkIn();
  await printed('notice: "112" "Ella" in');
  await phone.run('deleteVisit', visit);
  await printed('notice: "112" "Ella" in', 'notice: "112" "Ella" out (correction)');
  const [removed] = [...(await phone.documents()).values()].flatMap((document) =>
    'removedVisits' in document ? (document.removedVisits ?? []) : [],
  );
  await phone.run('restoreVisit', { ...visit, last: removed?.visit.arrived?.at ?? '' });
  await printed(
    'notice: "112" "Ella" in',
    'notice: "112" "Ella" out (correction)',
    'notice: "112" "Ella" in (correction)',
  );
});

test('an added visit sends nothing, corrected or removed', async () => {
  const { phone, ella, printedBefore } = await atHome();
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
  const op = phone.op('addVisit', { ...ella, arrived: ago(3), left: ago(2) });
  await phone.sync({ ops: [op] });
  await phone.run('correctVisit', { ...ella, visit: op.op, left: ago(1) });
  await phone.run('deleteVisit', { ...ella, visit: op.op });
  await printedBefore();
});

test('a departure given to an open visit is told like a check-out', async () => {
  const { phone, checkIn, printed } = await atHome();
  const visit = await checkIn();
  await printed('notice: "112" "Ella" in');
  await phone.run('correctVisit', { ...visit, left: new Date(Date.now()).toISOString() });
  await printed('notice: "112" "Ella" in', 'notice: "112" "Ella" out');
});
