import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { type AppUnderTest, startApp, until } from '#tests/support/server/app.ts';
import { backUp, ownData } from '#tests/support/server/backups.ts';

/** A family's backup in which the notice of an arrival waits, for a minute from its tap so long ago. */
async function withWaitingNotice(ago: number) {
  const data = await ownData();
  const started = ({ env, ...rest }: typeof data) =>
    startApp({ ...rest, env: { ...env, NOTICE_HOLD_SECONDS: '60' } });
  const app = await started(data);
  const phone = await registerHousehold(app.url);
  const child = await phone.addChild();
  const [ella, omar] = [await phone.addFriend(child), await phone.addFriend(child, 'Omar')];
  app.clock.set = -ago;
  const tap = phone.op('checkIn', ella);
  await phone.sync({ ops: [tap] });
  const backup = await backUp(data);
  const restart = async () => {
    await app.stop();
    const again = await started({ ...data, ...(await backup.restore('overwritten')) });
    phone.url = again.url;
    return again;
  };
  // Notices that waited are due before that of a tap of now, so they are printed first.
  const printedBy = async ({ printed, clock }: AppUnderTest) => {
    await phone.run('checkIn', omar);
    clock.ahead += 2 * MINUTE_MS;
    await until(() => printed.some((line) => line.includes('Omar')));
    return printed;
  };
  return { app, phone, ella, tap, restart, printedBy };
}

const ofOmar = 'notice: "070-123 45 67" "Omar" in';

test('a notice that was sent after the backup is not sent once more after the restore', async () => {
  const { app, restart, printedBy } = await withWaitingNotice(HOUR_MS);
  app.clock.set = 0;
  await until(() => app.printed.length === 1);
  expect(await printedBy(await restart())).toEqual([ofOmar]);
});

test('one that waits still is cancelled by the undo of its tap that is sent again, which tells nobody', async () => {
  const { app, phone, ella, tap, restart, printedBy } = await withWaitingNotice(0);
  const { household } = phone.account;
  const undo = phone.op('undo', { ...ella, visit: tap.op, undoes: tap.op });
  await phone.sync({ ops: [undo] });
  expect(await app.store.waitingNotices(household)).toEqual([]);
  const again = await restart();
  expect(await again.store.waitingNotices(household)).toHaveLength(1);
  const sent = { deviceNow: undo.tappedAt, receivedAt: undo.tappedAt };
  expect(await phone.sync({ ops: [{ ...undo, again: { sent } }] })).toMatchObject({
    outcomes: [{ op: undo.op, result: 'done' }],
  });
  expect(await again.store.waitingNotices(household)).toEqual([]);
  expect(await printedBy(again)).toEqual([ofOmar]);
});

// docs/sync.md: RS6
test('a tap that no server had before the restore tells the other family, once', async () => {
  const { phone, ella, restart, printedBy } = await withWaitingNotice(HOUR_MS);
  const again = await restart();
  await phone.sync({ ops: [{ ...phone.op('checkOut', ella), again: {} }] });
  const printed = await printedBy(again);
  expect(printed.filter((line) => line.includes('Ella'))).toEqual(['notice: "070-123 45 67" "Ella" out']);
});
