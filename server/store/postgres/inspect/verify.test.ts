import { expect, test } from 'vitest';
import { serverWritesContract } from '#tests/contract/server-writes.ts';
import { verifyContract } from '#tests/contract/verify.ts';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { baseline } from '#tests/support/server/baseline.ts';
import { openInspector } from '../../hosting/inspect.ts';
import { verifyStore } from '../../hosting/verify.ts';
import { openPostgresStore } from '../postgres.ts';

const TABLES = {
  people: 'documents',
  visits: 'documents',
  devices: "UPDATE devices SET device = 'phone'",
};

verifyContract(TABLES, 'BOOLEAN', async ({ rows }, sql) => {
  const text = sql.replace('household = 999', "household = '999'");
  await runSql(rows.DATABASE_URL ?? '', `SET session_replication_role = replica; ${text}`);
});

serverWritesContract();

async function faultsIn(address: string): Promise<string[]> {
  const inspector = await openInspector({ databaseUrl: address, dataDir: '' });
  const found: string[] = [];
  await verifyStore(inspector, ({ what }) => found.push(what)).finally(() => inspector.close());
  return found;
}

test('of the migrated data of the baseline nothing is wrong', async () => {
  const address = await newDatabase();
  await runSql(address, baseline('postgres'));
  await (await openPostgresStore(address)).close();
  expect(await faultsIn(address)).toEqual([]);
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
  expect(await faultsIn(address)).toEqual([expect.stringMatching(/^the tables have no references/)]);
});
