import { expect, test } from 'vitest';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import {
  fixture,
  RESERVED_ADDRESS,
  releasedHouseholdContract,
  releasedSessionContract,
  releasedVisitContract,
} from '#tests/support/server/released-schemas.ts';
import { openPostgresStore } from '../postgres.ts';
import { firstSchema } from './schema-1.ts';
import { secondSchema } from './schema-2.ts';
import { thirdSchema } from './schema-3.ts';
import { fourthSchema } from './schema-4.ts';

const AT_FOUR =
  'CREATE TABLE framme_schema (version integer NOT NULL); INSERT INTO framme_schema (version) VALUES (4)';

async function databaseOf(schema: 1 | 2 | 4 | 5): Promise<string> {
  const address = await newDatabase();
  if (schema !== 4) await runSql(address, fixture(schema, 'postgres'));
  else
    for (const step of [firstSchema, secondSchema, thirdSchema, fourthSchema, AT_FOUR])
      await runSql(address, step);
  return address;
}

releasedHouseholdContract(async () => ({ env: { DATABASE_URL: await databaseOf(1) } }));
releasedSessionContract(async () => ({ env: { DATABASE_URL: await databaseOf(2) } }));
releasedVisitContract(async () => ({ env: { DATABASE_URL: await databaseOf(5) } }));

test.each([1, 2, 4, 5] as const)('schema %i migrates to the schema of a new database', async (released) => {
  const [old, fresh] = [await databaseOf(released), await newDatabase()];
  for (const address of [old, fresh]) await (await openPostgresStore(address)).close();
  const schema = await schemaOf(old);
  expect(schema.length).toBeGreaterThan(60);
  expect(schema).toEqual(await schemaOf(fresh));
});

test('the rows by which schema 4 reserved a former address go, and the link that restores it stays', async () => {
  const address = await databaseOf(4);
  await runSql(address, RESERVED_ADDRESS);
  await (await openPostgresStore(address)).close();
  expect(await runSql(address, 'SELECT hash FROM tickets')).toEqual([{ hash: 'link' }]);
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
