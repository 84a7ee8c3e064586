import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { AdminStore, ReportMigration, Store } from '../ports/store.ts';
import { openSqliteAdminStore, openSqliteStore } from '../sqlite/sqlite.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/**
 * `onUntrustedDisk`: an embedded store's disk may have lost commits; end the process. Throws CannotOpenStore.
 */
export async function openStore(
  { databaseUrl, dataDir, backupBeforeMigration }: Place & Partial<Pick<Config, 'backupBeforeMigration'>>,
  onUntrustedDisk: (error: unknown) => void,
  onMigration?: ReportMigration,
): Promise<Store> {
  const backsUp = backupBeforeMigration === 'on';
  if (databaseUrl === undefined) return openSqliteStore(dataDir, onUntrustedDisk, onMigration, { backsUp });
  // Imported on demand: installations without PostgreSQL do not load its driver.
  const { openPostgresStore } = await import('../postgres/postgres.ts');
  return openPostgresStore(databaseUrl, {
    onMigration,
    ...(backsUp && { backups: join(dataDir, 'backups') }),
  });
}

/** Does not migrate. Throws CannotOpenStore. */
export async function openAdminStore({ databaseUrl, dataDir }: Place): Promise<AdminStore> {
  if (databaseUrl === undefined) return openSqliteAdminStore(dataDir);
  const { openPostgresAdminStore } = await import('../postgres/postgres.ts');
  return openPostgresAdminStore(databaseUrl);
}

/** Throws as `openAdminStore` does. */
export async function withAdminStore<T>(place: Place, work: (store: AdminStore) => Promise<T>): Promise<T> {
  const store = await openAdminStore(place);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
