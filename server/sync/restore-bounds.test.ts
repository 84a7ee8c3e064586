import { expect, test } from 'vitest';
import type { Friend, Visit } from '#domain/documents.ts';
import { visitorPath } from '#domain/paths.ts';
import { OPS_PER_REQUEST } from '#domain/protocol/sync.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { again, familyOnTwoPhones, logOf, shareRestoredApp } from '#tests/support/restore/restored-app.ts';
import { until } from '#tests/support/server/app.ts';
import { MOST_OPS } from './after-restore/replay.ts';

const { app, restore, store } = shareRestoredApp({ env: { NOTICE_HOLD_SECONDS: '3600' } });
const ago = (minutes: number) => Date.now() - minutes * MINUTE_MS;

/** The visits of a family, by when they began and ended. */
async function spansOf(phone: HouseholdOnPhone): Promise<string[]> {
  const documents = [...(await phone.documents())] as [string, Visit][];
  return documents.flatMap(([path, { arrived, left }]) =>
    path.includes('/visits/') ? [`${arrived?.at} ${left?.at}`] : [],
  );
}

// docs/sync.md: RS7
test('of more ops than are decided again the oldest are the base of the others, and the present stays', async () => {
  const { a, b, child, ella } = await familyOnTwoPhones(app().url);
  restore();
  const start = ago(MOST_OPS + 200);
  const taps = Array.from({ length: MOST_OPS + OPS_PER_REQUEST }, (_, i) =>
    a.op(i % 2 === 0 ? 'checkIn' : 'checkOut', ella, { tappedAt: start + i * MINUTE_MS }),
  );
  for (let at = 0; at < taps.length; at += OPS_PER_REQUEST)
    await a.sync({ ops: taps.slice(at, at + OPS_PER_REQUEST) });
  const before = await spansOf(a);
  const present = (await a.documents()).get(visitorPath(ella)) as Friend;
  const early = again(b.op('checkOut', ella), start - HOUR_MS);
  expect((await b.sync({ ops: [early] })).outcomes).toMatchObject([{ result: 'done' }]);
  const keys = [...(await logOf(store(), a, child)).keys()];
  const left = keys.filter((key) => key.startsWith('o'));
  expect(left.length).toBeLessThan(MOST_OPS);
  // Ops in the base are not decided once more.
  for (const { op } of [early, ...taps.slice(0, 100)]) expect(left).not.toContain(`o${op}`);
  await b.sync({ ops: [again(b.op('checkOut', ella), start - 2 * HOUR_MS)] });
  const after = await spansOf(a);
  expect(after).toHaveLength(before.length + 2);
  expect(after).toEqual(expect.arrayContaining(before));
  expect((await a.documents()).get(visitorPath(ella))).toEqual(present);
  expect(present).toMatchObject({ status: 'out', latest: { op: taps.at(-1)?.op } });
});

// docs/sync.md: RS7
test('an order far in the future is taken as one of the next day at most, and what is tapped later follows it', async () => {
  const { a, b, child, ella } = await familyOnTwoPhones(app().url);
  restore();
  const op = a.op('checkIn', ella);
  const far = Date.now() + 3650 * DAY_MS;
  const sent = { deviceNow: op.tappedAt, receivedAt: op.tappedAt, version: far };
  const { cursor } = await a.sync({ ops: [{ ...op, again: { sent } }] });
  const { order } = (await logOf(store(), a, child)).get(`o${op.op}`) as { order: number };
  expect(order).toBeLessThanOrEqual(Date.now() + DAY_MS);
  expect(cursor).toBe(order + 1);
  await b.sync({ ops: [b.op('checkOut', ella)] });
  // Has all decided once more.
  await a.sync({ ops: [again(a.op('checkOut', ella), ago(60))] });
  expect((await b.documents()).get(visitorPath(ella))).toMatchObject({ status: 'out' });
});

// docs/sync.md: OP5
test('under a clock that was set back, ops follow those before them, and what returns finds its place among them', async () => {
  const { a, b, ella } = await familyOnTwoPhones(app().url);
  app().clock.ahead = HOUR_MS;
  const { cursor } = await a.sync({ ops: [a.op('checkIn', ella)] });
  restore();
  app().clock.ahead = 0;
  const { outcomes } = await a.sync({ ops: [a.op('checkOut', ella), a.op('checkIn', ella)] });
  expect(outcomes).toMatchObject([{ version: cursor + 1 }, { version: cursor + 2 }]);
  const friend = async () => (await a.documents()).get(visitorPath(ella)) as Friend;
  const before = await friend();
  const then = Date.now() + HOUR_MS;
  const op = b.op('checkOut', ella);
  const sent = { deviceNow: then, receivedAt: then, version: cursor + 1 };
  expect((await b.sync({ ops: [{ ...op, again: { sent } }] })).outcomes).toMatchObject([{ result: 'done' }]);
  expect(await friend()).toMatchObject({ status: before.status });
});

// docs/sync.md: RS6
test('the notice of a tap that turns out to be void is cancelled, and what returns notifies nobody', async () => {
  const { a, b, child } = await familyOnTwoPhones(app().url);
  const { household } = a.account;
  const rut = await a.addFriend(child, 'Rut');
  restore();
  await a.run('checkIn', rut);
  expect(await app().store.waitingNotices(household)).toHaveLength(1);
  const { outcomes } = await b.sync({ ops: [again(b.op('checkIn', rut), ago(20))] });
  expect(outcomes).toMatchObject([{ result: 'done' }]);
  expect(await app().store.waitingNotices(household)).toEqual([]);
  app().clock.ahead = 2 * HOUR_MS;
  await a.run('checkOut', rut);
  app().clock.ahead = 4 * HOUR_MS;
  const printed = () => app().printed.filter((line) => line.includes('Rut'));
  await until(() => printed().length > 0);
  expect(printed()).toEqual(['notice: "070-123 45 67" "Rut" out']);
});

// docs/sync.md: RS6
test('a tap that no server had notifies once, and not if what returns makes it void', async () => {
  const { a, b, ella } = await familyOnTwoPhones(app().url);
  const waiting = () => app().store.waitingNotices(a.account.household);
  restore();
  const tap = { ...a.op('checkIn', ella), again: {} };
  for (let sent = 0; sent < 2; sent += 1) await a.sync({ ops: [tap] });
  expect(await waiting()).toHaveLength(1);
  await b.sync({ ops: [again(b.op('checkIn', ella), ago(20))] });
  expect(await waiting()).toEqual([]);
});
