import { expect, test } from 'vitest';
import { crossMoves, faultsAfter } from '#tests/contract/crossing-moves.ts';
import { roundsOf, seed } from '#tests/support/seed.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openStoreIn } from '#tests/support/server/open-store.ts';

const RUNS = roundsOf(200, 40);

test('in many runs of crossing moves and deletions nobody loses a household, and no household its parents', async () => {
  const dataDir = temporaryFolder();
  const store = openStoreIn(dataDir);
  let moved = 0;
  for (let run = 0; run < RUNS; run += 1) moved += await crossMoves([store], seed + run);
  expect(moved).toBeGreaterThan(RUNS);
  expect(await faultsAfter({ databaseUrl: undefined, dataDir })).toEqual([]);
});
