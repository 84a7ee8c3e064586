import { expect, test } from 'vitest';
import type { Visit } from '#domain/documents.ts';
import type { Op } from '#domain/protocol/sync.ts';
import type { Estimate } from '#domain/resolve-tap-time.ts';
import { DAY_MS, isoTime } from '#domain/time.ts';
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
