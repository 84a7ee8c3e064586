import { expect, test } from 'vitest';
import { type Figure, rngOf } from '#prove/figure.ts';
import { authorization } from '#prove/figures/authorization.ts';
import { fuzzedInputs } from '#prove/figures/fuzzed-inputs.ts';
import { killedServer } from '#prove/figures/killed-server.ts';
import { logInTiming } from '#prove/figures/log-in-timing.ts';
import { twoInstances } from '#prove/figures/two-instances.ts';
import { seed } from '#tests/support/seed.ts';

/** The short forms of the figures that npm run prove measures at length and with a new seed each time. */
const figures: readonly Figure[] = [killedServer, authorization, fuzzedInputs, twoInstances, logInTiming];

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
  const [one, other] = [rngOf(7), rngOf(7)];
  const thrown = Array.from({ length: 1000 }, one);
  expect(thrown).toEqual(Array.from({ length: 1000 }, other));
  expect(thrown.reduce((sum, each) => sum + each, 0) / 1000).toBeCloseTo(0.5, 1);
});
