import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { Store } from '#server/store/ports/store.ts';
import { openPostgresStore } from '#server/store/postgres/postgres.ts';
import { NOON, purgeRemoved, storeFamily } from '#tests/support/people/stored-family.ts';
import { askFor, storeFollowing, storeHost } from '#tests/support/people/stored-following.ts';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { roundsOf, seed } from '#tests/support/seed.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openStoreIn } from '#tests/support/server/open-store.ts';
import { crossFollowers } from './crossing-followers.ts';
import { crossMoves } from './crossing-moves.ts';
import { faultsIn } from './faults-of.ts';

const RUNS = roundsOf(200, 20);
const isPostgres = process.env.TEST_STORE === 'postgres';
const WAITING =
  "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/** Runs `work` on one store of SQLite, or two instances on PostgreSQL. Then nothing is wrong, and no transactions waited in a circle. */
async function onStores(work: (stores: [Store, Store], address: string) => Promise<void>): Promise<void> {
  if (!isPostgres) {
    const dataDir = temporaryFolder();
    const store = openStoreIn(dataDir);
    await work([store, store], '');
    await purgeRemoved(store);
    return expect(await faultsIn({ dataDir })).toEqual([]);
  }
  const address = await newDatabase();
  const open = () => openPostgresStore(address, { max: 6 });
  const stores: [Store, Store] = [await open(), await open()];
  try {
    await work(stores, address);
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
  expect(await faultsIn({ databaseUrl: address })).toEqual([]);
  // A connection reports its deadlocks at its end. The order of the locks lets none happen.
  const deadlocks = 'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()';
  expect(await runSql(address, deadlocks)).toEqual([{ deadlocks: 0 }]);
}

/** A connection in whose transaction a row is locked. */
async function holding(address: string, table: string, id: string): Promise<Client> {
  const client = new Client({ connectionString: address });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
  return client;
}

test('in many runs of crossing moves and deletions nothing is lost, and nobody waits in a circle', async () => {
  await onStores(async (stores) => {
    let moved = 0;
    for (let run = 0; run < RUNS; run += 1) moved += await crossMoves(stores, seed + run);
    expect(moved).toBeGreaterThan(RUNS / 2);
  });
});

test('in many runs of crossing questions, answers, ends and deletions no row is left of a household that is gone', async () => {
  await onStores(async (stores) => {
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

// SQLite runs transactions in turn.
if (isPostgres) {
  test('an alert to followers of whom one is being deleted waits for that, and reaches the other one', async () => {
    await onStores(async ([store], address) => {
      const { host, home } = await storeFollowing(store);
      const other = await storeFamily(store);
      const { id } = await askFor(store, host, other);
      await store.agreeToFollower(host.household, id, { at: NOON, name: 'Ella' }, 3);
      const holder = await holding(address, 'households', home.household);
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
    await onStores(async ([one, other], address) => {
      for (let round = 0; round < 4; round += 1) {
        const [mine, theirs] = [await storeHost(one), await storeHost(other)];
        const { id } = await askFor(one, mine, theirs);
        await askFor(one, theirs, mine);
        const holder = await holding(address, 'followers', id);
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
}
