import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { Store } from '#server/store/ports/store.ts';
import { crossFollowers } from '#tests/contract/crossing-followers.ts';
import { faultsAfter } from '#tests/contract/crossing-moves.ts';
import { NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { askFor, storeFollowing, storeHost } from '#tests/support/people/stored-following.ts';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { roundsOf, seed } from '#tests/support/seed.ts';
import { openPostgresStore } from './postgres.ts';

const RUNS = roundsOf(200, 40);
const WAITING =
  "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/** Runs `work` on two instances of one database. Then none of its invariants is broken, and no two transactions waited in a circle. */
async function onTwoInstances(
  work: (stores: [Store, Store], address: string) => Promise<void>,
): Promise<void> {
  const address = await newDatabase();
  const stores: [Store, Store] = [
    await openPostgresStore(address, { max: 6 }),
    await openPostgresStore(address, { max: 6 }),
  ];
  try {
    await work(stores, address);
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
  expect(await faultsAfter({ databaseUrl: address, dataDir: '' })).toEqual([]);
  // A connection reports its deadlocks at its end. The order of the locks lets none happen.
  const [row] = await runSql(
    address,
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  expect(row).toEqual({ deadlocks: 0 });
}

test('in many runs of crossing questions, answers, ends and deletions on two instances nobody waits in a circle', async () => {
  await onTwoInstances(async (stores) => {
    const stood = { rows: 0, gone: 0 };
    for (let run = 0; run < RUNS; run += 1) {
      const { rows, gone } = await crossFollowers(stores, seed + run);
      stood.rows += rows;
      stood.gone += gone;
    }
    expect(stood.rows).toBeGreaterThan(RUNS / 2);
    expect(stood.gone).toBeGreaterThan(RUNS);
  });
});

test('an alert to followers of whom one is being deleted waits for that, and reaches the other one', async () => {
  await onTwoInstances(async ([store], address) => {
    const { host, home } = await storeFollowing(store);
    const other = await storeFamily(store);
    const { id } = await askFor(store, host, other);
    await store.agreeToFollower(host.household, id, { at: NOON, name: 'Ella' }, 3);
    const holder = new Client({ connectionString: address });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM households WHERE id = $1 FOR UPDATE', [home.household]);
    const tap = { status: 'in', of: 'first' } as const;
    const put = store.putTapAlert(host.household, { about: host.visitor, kind: 'tap', at: NOON, tap });
    await expect.poll(() => runSql(address, WAITING)).toEqual([{ count: 1 }]);
    await holder.query('DELETE FROM accounts WHERE household = $1', [home.household]);
    await holder.query('DELETE FROM households WHERE id = $1', [home.household]);
    await holder.query('COMMIT');
    await holder.end();
    await put;
    expect(await store.takeAlerts('9999', '9999', 10)).toMatchObject([{ household: other.household }]);
  });
});

test('two families that follow each other go at once while somebody holds a row, and neither waits for the other in a circle', async () => {
  await onTwoInstances(async ([one, other], address) => {
    for (let round = 0; round < 4; round += 1) {
      const [mine, theirs] = [await storeHost(one), await storeHost(other)];
      const { id } = await askFor(one, mine, theirs);
      await askFor(one, theirs, mine);
      const holder = new Client({ connectionString: address });
      await holder.connect();
      await holder.query('BEGIN');
      await holder.query('SELECT FROM followers WHERE id = $1 FOR UPDATE', [id]);
      const first = one.deleteAccount(mine.account.uid, NOON);
      await expect.poll(() => runSql(address, WAITING)).toEqual([{ count: 1 }]);
      const second = other.deleteAccount(theirs.account.uid, NOON);
      await expect.poll(() => runSql(address, WAITING)).toEqual([{ count: 2 }]);
      await holder.query('COMMIT');
      await holder.end();
      await Promise.all([first, second]);
      expect(await one.versions([mine.household, theirs.household])).toEqual(new Map());
    }
  });
});
