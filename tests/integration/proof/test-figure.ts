import { expect, test } from 'vitest';
import { type Figure, SERVER } from '#prove/figure.ts';
import { runControl } from '#prove/patched-server.ts';
import { keepOnDisk } from '#tests/support/memory-folder.ts';
import { seed } from '#tests/support/seed.ts';

/** Tests a figure with the fewest rounds; npm run prove measures it at length, with a new seed each time. */
export function testFigure(figure: Figure, fewest: number): void {
  const { number, run, short, control } = figure;
  keepOnDisk();
  const scale = { ...short, rounds: Math.min(short.rounds, fewest) };
  test(`figure ${number} holds, and its control fails`, { timeout: 600_000 }, async () => {
    const found = await run({ ...scale, seed }, SERVER);
    expect(found, `seed ${seed}: ${found.found}`).toMatchObject({ holds: true });
    const failing = await runControl(figure, { rounds: control.rounds, withinMs: 120_000, seed });
    expect(failing, `seed ${seed}: ${failing.found}`).toMatchObject({ holds: false });
  });
}
