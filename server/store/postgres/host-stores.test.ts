import { expect, test } from 'vitest';
import { newSchema, runSql } from '#tests/support/postgres/databases.ts';
import { openPostgresHostStore } from './host-stores.ts';
import { openPostgresStore } from './postgres.ts';

test('a database of another version is left unchanged, and the error says what to do', async () => {
  const address = await newSchema();
  await expect(openPostgresHostStore(address)).rejects.toThrow(/another version of Framme.*start the server/);
  const tables = await runSql(address, "SELECT to_regclass('accounts') AS name");
  expect(tables).toEqual([{ name: null }]);
  await (await openPostgresStore(address)).close();
  await (await openPostgresHostStore(address)).close();
  await runSql(address, 'UPDATE framme_schema SET version = 99');
  await expect(openPostgresHostStore(address)).rejects.toThrow(/another version of Framme/);
});

test('a new push key takes the place of the former one, whether there was one', async () => {
  const address = await newSchema();
  const store = await openPostgresStore(address);
  const host = await openPostgresHostStore(address);
  for (const value of ['one', 'another']) {
    await host.renewPushKey(value);
    expect(await store.secret('vapid', 'fresh')).toBe(value);
  }
  await host.close();
  await store.close();
});
