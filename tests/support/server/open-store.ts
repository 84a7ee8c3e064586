import { onTestFinished } from 'vitest';
import type { Store } from '#server/store/ports/store.ts';
import { openPostgresStore } from '#server/store/postgres/postgres.ts';
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts';
import { newSchema } from '#tests/support/postgres/databases.ts';
import { temporaryFolder } from './app.ts';

/** Opens the embedded store of a folder until the test ends. */
export function openStoreIn(folder: string): Store {
  return untilTheEnd(
    openSqliteStore(folder, (error) => {
      throw error;
    }),
  );
}

/** Opens an empty store, of the kind that the tests run on, until the test ends. */
export async function openEmptyStore(): Promise<Store> {
  if (process.env.TEST_STORE !== 'postgres') return openStoreIn(temporaryFolder());
  return untilTheEnd(await openPostgresStore(await newSchema()));
}

function untilTheEnd(store: Store): Store {
  onTestFinished(() => store.close());
  return store;
}
