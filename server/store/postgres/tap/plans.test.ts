import { expect, test } from 'vitest';
import { childPath } from '#domain/paths.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, storeFamily } from '#tests/support/people/stored-family.ts';
import { newSchema, runSql } from '#tests/support/postgres/databases.ts';
import { openPostgresStore } from '../postgres.ts';

test('a tap reads its own rows alone, though the tables were small when its connection began', async () => {
  const address = await newSchema();
  const store = await openPostgresStore(address);
  const { household, save } = await storeFamily(store);
  const kim = childPath(newId());
  const tap = async () => {
    await store.transact(household, async (transaction) => {
      await transaction.begin(newId(), [newId()]);
      await transaction.load([{ paths: [kim] }]);
    });
    await save([[kim, aChild()]]);
  };
  // PostgreSQL may keep a prepared statement's plan from its sixth run on.
  for (let tapped = 0; tapped < 10; tapped += 1) await tap();
  await runSql(
    address,
    `INSERT INTO households (id, version, devices, sizes) SELECT 'other ' || n, 1, '{}', '' FROM generate_series(1, 50000) n`,
  );
  for (let tapped = 0; tapped < 10; tapped += 1) await tap();
  // A connection counts its reads at the latest when it ends.
  await store.close();
  const [row] = await runSql(
    address,
    `SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_user_tables
     WHERE schemaname = current_schema() AND relname = 'households'`,
  );
  expect(row?.read).toBeLessThan(50_000);
});
