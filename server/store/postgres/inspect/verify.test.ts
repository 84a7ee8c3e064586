import { expect, test } from 'vitest';
import { faultsIn } from '#tests/contract/faults-of.ts';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { baseline } from '#tests/support/server/baseline.ts';
import { openPostgresStore } from '../postgres.ts';

test('of the migrated data of the baseline nothing is wrong', async () => {
  const address = await newDatabase();
  await runSql(address, baseline('postgres'));
  await (await openPostgresStore(address)).close();
  expect(await faultsIn({ databaseUrl: address })).toEqual([]);
});

test('references that a partial restore left out are told', async () => {
  const address = await newDatabase();
  await (await openPostgresStore(address)).close();
  const rows = await runSql(
    address,
    "SELECT conrelid::regclass::text AS name, conname FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace",
  );
  for (const { name, conname } of rows)
    await runSql(address, `ALTER TABLE ${name} DROP CONSTRAINT ${conname}`);
  expect(await faultsIn({ databaseUrl: address })).toEqual([
    expect.stringMatching(/^the tables have no references/),
  ]);
});
