import { expect, test } from 'vitest';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import {
  fixture,
  releasedHouseholdContract,
  releasedSessionContract,
} from '#tests/support/server/released-schemas.ts';
import { openPostgresStore } from '../postgres.ts';

async function databaseOf(schema: 1 | 2): Promise<string> {
  const address = await newDatabase();
  await runSql(address, fixture(schema, 'postgres'));
  return address;
}

releasedHouseholdContract(async () => ({ env: { DATABASE_URL: await databaseOf(1) } }));
releasedSessionContract(async () => ({ env: { DATABASE_URL: await databaseOf(2) } }));

test.each([1, 2] as const)('schema %i migrates to the schema of a new database', async (released) => {
  const [old, fresh] = [await databaseOf(released), await newDatabase()];
  for (const address of [old, fresh]) await (await openPostgresStore(address)).close();
  const schema = await schemaOf(old);
  expect(schema.length).toBeGreaterThan(60);
  expect(schema).toEqual(await schemaOf(fresh));
});

/** Returns columns, indexes and keys, one row each. */
function schemaOf(address: string): Promise<Record<string, unknown>[]> {
  return runSql(
    address,
    `SELECT concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default) AS line
     FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f')
     ORDER BY line`,
  );
}
