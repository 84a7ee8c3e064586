import { expect, test } from 'vitest';
import type { Figure } from '#prove/figure.ts';
import { seed } from '#tests/support/seed.ts';

/** Tests the short form of a figure that npm run prove measures at length and with a new seed each time. */
export function testFigure({ number, run, short, control }: Figure): void {
  test(`figure ${number} holds, and its control fails`, { timeout: 600_000 }, async () => {
    const found = await run({ ...short, seed });
    expect(found, `seed ${seed}: ${found.found}`).toMatchObject({ holds: true });
    const failing = await control.run({ rounds: control.rounds, withinMs: 120_000, seed });
    expect(failing, `seed ${seed}: ${failing.found}`).toMatchObject({ holds: false });
  });
}
