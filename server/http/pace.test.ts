import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, until } from '#tests/support/server/app.ts';
import { Pace } from './pace.ts';

/** A pace on a clock that only its own pauses move; `run` carries out works one after the other. */
function onOwnClock(opsPerMinute = 600) {
  const clock = { now: 5000 };
  const pace = new Pace(
    { opsPerMinute },
    () => clock.now,
    async (ms) => {
      clock.now += ms;
    },
  );
  return { clock, pace };
}

test('a household has the work of two seconds at once, then ten thousand documents a second, whatever their sizes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 50, max: 3000 }), { minLength: 1, maxLength: 60 }),
      async (works) => {
        const { clock, pace } = onOwnClock();
        for (const work of works) await pace.begin('anna', work);
        const before = works.slice(0, -1).reduce((sum, work) => sum + work, 0);
        expect(clock.now - 5000).toBeCloseTo(Math.max(0, before / 10 - 2000), -1);
      },
    ),
  );
});

test('a household waits for its own work alone, and for none once it has rested', async () => {
  const { clock, pace } = onOwnClock();
  pace.count('anna', 50_000);
  expect(await pace.begin('bo')).toBe(false);
  expect(clock.now).toBe(5000);
  expect(await pace.begin('anna')).toBe(true);
  expect(clock.now).toBe(8000);
  clock.now += 10_000;
  expect(await pace.begin('anna', 20_000)).toBe(false);
});

test('a host who lets a family send more lets it read more, and one who lets it send less slows no reading', async () => {
  const waited = async (opsPerMinute: number) => {
    const { clock, pace } = onOwnClock(opsPerMinute);
    pace.count('anna', 60_000);
    await pace.begin('anna');
    return clock.now - 5000;
  };
  expect([await waited(60), await waited(600), await waited(1200)]).toEqual([4000, 4000, 1000]);
});

let uptime = 0;
const app = shareApp({ env: { OPS_PER_MINUTE: '600' }, change: () => ({ uptime: () => uptime }) });

test('a household that asks without end waits, and another is answered at once', async () => {
  const [phone, other] = [await registerHousehold(app().url), await registerHousehold(app().url, 'Nguyen')];
  const message = 'x'.repeat(700_000);
  let answered = 0;
  const all = Array.from({ length: 6 }, async () => {
    const { status } = await phone.anotherPhone().trySync({ more: message } as never);
    answered += 1;
    return status;
  });
  // The work of two seconds is three such bodies.
  await until(() => answered === 3);
  expect((await other.trySync()).status).toBe(200);
  expect(answered).toBe(3);
  uptime += 10_000;
  expect(await Promise.all(all)).toEqual(all.map(() => 200));
});
