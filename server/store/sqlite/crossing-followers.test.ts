import { expect, test } from 'vitest';
import { crossFollowers } from '#tests/contract/crossing-followers.ts';
import { faultsAfter } from '#tests/contract/crossing-moves.ts';
import { purgeRemoved } from '#tests/contract/purge-removed.ts';
import { roundsOf, seed } from '#tests/support/seed.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openStoreIn } from '#tests/support/server/open-store.ts';

const RUNS = roundsOf(200, 40);

test('in many runs of crossing questions, answers, ends and deletions no row is left of a household that is gone', async () => {
  const dataDir = temporaryFolder();
  const store = openStoreIn(dataDir);
  const stood = { rows: 0, gone: 0 };
  for (let run = 0; run < RUNS; run += 1) {
    const { rows, gone } = await crossFollowers([store], seed + run);
    stood.rows += rows;
    stood.gone += gone;
  }
  expect(stood.rows).toBeGreaterThan(RUNS / 2);
  expect(stood.gone).toBeGreaterThan(RUNS);
  await purgeRemoved(store);
  expect(await faultsAfter({ databaseUrl: undefined, dataDir })).toEqual([]);
});
