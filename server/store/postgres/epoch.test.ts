import { expect, onTestFinished, test } from 'vitest';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { until } from '#tests/support/server/app.ts';
import { openPostgresCliStore } from './cli-store.ts';
import { openPostgresStore } from './postgres.ts';

async function epochOf(address: string): Promise<string> {
  const store = await openPostgresStore(address);
  await store.close();
  return store.epoch();
}

test('the epoch stays over restarts, and several servers share it', async () => {
  const address = await newDatabase();
  const stores = await Promise.all(Array.from({ length: 3 }, () => openPostgresStore(address)));
  const epochs = new Set(stores.map((store) => store.epoch()));
  for (const store of stores) await store.close();
  expect(epochs).toEqual(new Set([await epochOf(address)]));
  expect([...epochs][0]).toMatch(/^[0-9a-z]{26}$/);
});

test('a copied database begins a new epoch, and so does the command', async () => {
  const address = await newDatabase();
  const epoch = await epochOf(address);
  const [name, copy] = [new URL(address).pathname.slice(1), new URL(address)];
  copy.pathname += '_copy';
  const server = Object.assign(new URL(address), { pathname: '/postgres' }).href;
  await runSql(server, `CREATE DATABASE ${name}_copy TEMPLATE ${name}`);
  const ofCopy = await epochOf(copy.href);
  expect(ofCopy).not.toBe(epoch);
  expect(await epochOf(address)).toBe(epoch);
  const cli = await openPostgresCliStore(copy.href);
  await cli.markRestored();
  await cli.close();
  expect([epoch, ofCopy]).not.toContain(await epochOf(copy.href));
});

test('a server that lost its connections while the database was replaced learns of the new epoch', async () => {
  const address = await newDatabase();
  const store = await openPostgresStore(address);
  onTestFinished(() => store.close());
  const epoch = store.epoch();
  await runSql(address, "UPDATE store_epoch SET home = 'elsewhere'");
  await runSql(
    address,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'UPDATE store_epoch%' AND pid <> pg_backend_pid()",
  );
  await until(() => store.epoch() !== epoch);
});
