import { expect, onTestFinished, test } from 'vitest';
import { crossMoves, faultsAfter } from '#tests/contract/crossing-moves.ts';
import { seed } from '#tests/support/seed.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openSqliteStore } from './sqlite.ts';

test('in 200 runs of crossing moves and deletions nobody loses a household, and no household its parents', async () => {
  const dataDir = temporaryFolder();
  const store = openSqliteStore(dataDir, (error) => {
    throw error;
  });
  onTestFinished(() => store.close());
  let moved = 0;
  for (let run = 0; run < 200; run += 1) moved += await crossMoves([store], seed + run);
  expect(moved).toBeGreaterThan(200);
  expect(await faultsAfter({ databaseUrl: undefined, dataDir })).toEqual([]);
});
