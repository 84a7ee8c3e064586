import { expect, test } from 'vitest';
import { crossFollowers } from '#tests/contract/crossing-followers.ts';
import { faultsAfter } from '#tests/contract/crossing-moves.ts';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { roundsOf, seed } from '#tests/support/seed.ts';
import { openPostgresStore } from './postgres.ts';

const RUNS = roundsOf(200, 40);

test('in many runs of crossing questions, answers, ends and deletions on two instances nobody waits in a circle', async () => {
  const address = await newDatabase();
  const stores = [
    await openPostgresStore(address, { max: 6 }),
    await openPostgresStore(address, { max: 6 }),
  ] as const;
  const stood = { rows: 0, gone: 0 };
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const { rows, gone } = await crossFollowers([...stores], seed + run);
      stood.rows += rows;
      stood.gone += gone;
    }
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
  expect(stood.rows).toBeGreaterThan(RUNS);
  expect(stood.gone).toBeGreaterThan(RUNS);
  expect(await faultsAfter({ databaseUrl: address, dataDir: '' })).toEqual([]);
  // A connection reports its deadlocks at its end. The order of the locks lets none happen.
  const [row] = await runSql(
    address,
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  expect(row).toEqual({ deadlocks: 0 });
});
