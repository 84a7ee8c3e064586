import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, onTestFinished } from 'vitest';
import type { Store } from '#server/store/ports/store.ts';
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts';
import { lendStore } from '#tests/support/postgres/kept-stores.ts';
import { temporaryFolder } from './app.ts';

/** Opens the embedded store of a folder until the test ends. */
export function openStoreIn(folder: string): Store {
  const store = openSqliteStore(folder, (error) => {
    throw error;
  });
  onTestFinished(() => store.close());
  return store;
}

/** Runs SQL on the database file of a folder, without the references that the database keeps. */
export function runOnFile(folder: string, sql: string): void {
  const db = new DatabaseSync(join(folder, 'framme.db'), { enableForeignKeyConstraints: false });
  db.exec(sql);
  db.close();
}

/** Opens an empty store, of the kind that the tests run on, until the test ends. */
export async function openEmptyStore(): Promise<Store> {
  if (process.env.TEST_STORE !== 'postgres') return openStoreIn(temporaryFolder());
  const { store, end } = await lendStore();
  onTestFinished(end);
  return store;
}

/** The store of a contract: for each test an empty one. */
export function contractStore(): Store {
  let store = {};
  beforeEach(async () => {
    store = await openEmptyStore();
  });
  return new Proxy({} as Store, { get: (_store, name) => Reflect.get(store, name) });
}
