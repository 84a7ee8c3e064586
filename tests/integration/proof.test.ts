import { expect, test } from 'vitest';
import { diceOf, type Figure } from '#prove/figure.ts';
import { killedServer } from '#prove/figures/killed-server.ts';
import { oddInputs } from '#prove/figures/odd-inputs.ts';
import { sameTime } from '#prove/figures/same-time.ts';
import { twoInstances } from '#prove/figures/two-instances.ts';
import { whoMay } from '#prove/figures/who-may.ts';
import { seed } from '#tests/support/seed.ts';

/** The short forms of what npm run prove measures at length, there with other dice each time. */
const figures: readonly Figure[] = [killedServer, whoMay, oddInputs, twoInstances, sameTime];

test.each(figures.map((figure) => [`figure ${figure.number}`, figure] as const))(
  '%s holds, and its control fails',
  {
    timeout: 600_000,
  },
  async (_name, { run, short, control }) => {
    const found = await run({ ...short, seed });
    expect(found, `seed ${seed}: ${found.found}`).toMatchObject({ holds: true });
    const failing = await control.run({ rounds: control.rounds, withinMs: 120_000, seed });
    expect(failing, `seed ${seed}: ${failing.found}`).toMatchObject({ holds: false });
  },
);

test('the dice repeat themselves by their seed, and are even', () => {
  const [one, other] = [diceOf(7), diceOf(7)];
  const thrown = Array.from({ length: 1000 }, one);
  expect(thrown).toEqual(Array.from({ length: 1000 }, other));
  expect(thrown.reduce((sum, each) => sum + each, 0) / 1000).toBeCloseTo(0.5, 1);
});
