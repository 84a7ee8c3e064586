import { expect, test } from 'vitest';
import type { Visit } from '#domain/documents.ts';
import type { Estimate } from '#domain/place-tap.ts';
import type { Op } from '#domain/protocol/sync.ts';
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import { registerHousehold, type SyncOptions } from '#tests/support/people/household.ts';
import { startApp } from '#tests/support/server/app.ts';

/** A family on a server whose clock stands still, as the phone's does, until the test moves it. */
async function atHome() {
  const clock = { now: Date.now() };
  const app = await startApp({ change: () => ({ now: () => clock.now }) });
  const phone = await registerHousehold(app.url);
  phone.now = () => clock.now;
  const ella = await phone.addFriend(await phone.addChild());
  /** Checks Ella in with these times and returns her arrival. */
  const arrive = async (
    tappedAt: number,
    estimate: Estimate | undefined,
    { again, ...options }: SyncOptions & Pick<Op, 'again'>,
  ) => {
    const op = phone.op('checkIn', ella, {
      tappedAt,
      ...(estimate && { estimate }),
      ...(again && { again }),
    });
    const { outcomes } = await phone.sync({ ops: [op], ...options });
    expect(outcomes).toMatchObject([{ op: op.op, result: 'done' }]);
    for (const [path, document] of await phone.documents()) {
      const { arrived } = path.includes('/visits/') ? (document as Visit) : {};
      if (arrived) return arrived;
    }
    throw new Error('no arrival came back');
  };
  return { clock, phone, arrive };
}

const measured = (at: number): Estimate => ({ at, basis: 'measured' });

test.each([12, 60])('a request that takes %i s to arrive does not move its taps', async (seconds) => {
  const { clock, arrive } = await atHome();
  const touch = clock.now;
  clock.now += seconds * 1000;
  const arrived = await arrive(touch, measured(touch), { deviceNow: touch });
  expect(arrived).toMatchObject({ at: isoTime(touch), certainty: 'exact' });
});

test('a tap of an older page keeps its age, and one that nobody measured is uncertain in a slow request', async () => {
  const { clock, arrive } = await atHome();
  const touch = clock.now;
  clock.now += 12_000;
  const arrived = await arrive(touch, { at: touch, basis: 'kept' }, { deviceNow: touch });
  expect(arrived).toMatchObject({ at: isoTime(touch), certainty: 'uncertain' });
  const older = await atHome();
  const { now } = older.clock;
  const old = await older.arrive(touch, undefined, { deviceNow: touch + 1000 });
  expect(old).toMatchObject({ at: isoTime(now - 1000), certainty: 'exact' });
});

test.each([
  ['an hour ahead', HOUR_MS],
  ['a year ago', -365 * 24 * HOUR_MS],
])('an estimate %s of the server moves no tap there', async (_when, off) => {
  const { clock, arrive } = await atHome();
  const touch = clock.now - 5 * MINUTE_MS;
  const arrived = await arrive(touch, measured(clock.now + off), { deviceNow: clock.now });
  expect(arrived).toMatchObject({ at: isoTime(touch), certainty: 'uncertain' });
});

test('a tap that is sent again after a restore has the time of its first sending, its estimate included', async () => {
  const { clock, phone } = await atHome();
  const touch = clock.now - HOUR_MS;
  const again = { sent: { deviceNow: touch, receivedAt: touch + 60_000 } };
  const ella = await phone.addFriend(await phone.addChild(), 'Omar');
  const op = phone.op('checkIn', ella, { tappedAt: touch, estimate: measured(touch), again });
  await phone.sync({ ops: [op] });
  const friend = [...(await phone.documents()).values()].find(
    (one) => 'status' in one && one.status === 'in',
  );
  expect(friend).toMatchObject({ timestamp: isoTime(touch) });
});

test.each([
  ['in 1970', 0, () => 0, 91],
  ['80 days ago, at the age of 80 days', 80, (now: number) => now - 160 * DAY_MS, 161],
] as const)(
  'a tap that says it was first sent %s is uncertain, and goes no further back',
  async (_when, age, touched, days) => {
    const { clock, arrive } = await atHome();
    const touch = touched(clock.now);
    const sent = touch + age * DAY_MS;
    const again = { sent: { deviceNow: sent, receivedAt: sent } };
    const arrived = await arrive(touch, measured(touch), { again });
    expect(arrived.certainty).toBe('uncertain');
    expect(Date.parse(arrived.at)).toBeGreaterThan(clock.now - days * DAY_MS);
  },
);
