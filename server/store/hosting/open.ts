import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { HostStore, ReportMigration, Store } from '../ports/store.ts';
import { openSqliteHostStore } from '../sqlite/host-stores.ts';
import { openSqliteStore } from '../sqlite/sqlite.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/**
 * Opens the store that the settings name. Throws CannotOpenStore. `onUntrustedDisk` is called if the disk of an embedded
 * store may have lost commits; the process should end. `onMigration` is told how far a migration is, and what it backed up.
 */
export async function openStore(
  { databaseUrl, dataDir, backupBeforeMigration }: Place & Partial<Pick<Config, 'backupBeforeMigration'>>,
  onUntrustedDisk: (error: unknown) => void,
  onMigration?: ReportMigration,
): Promise<Store> {
  const backsUp = backupBeforeMigration === 'on';
  if (databaseUrl === undefined) return openSqliteStore(dataDir, onUntrustedDisk, onMigration, { backsUp });
  // Imported on demand: a host without PostgreSQL does not load its driver.
  const { openPostgresStore } = await import('../postgres/postgres.ts');
  return openPostgresStore(databaseUrl, {
    onMigration,
    ...(backsUp && { backups: join(dataDir, 'backups') }),
  });
}

/** Opens the store that the settings name for a command, without migrating it. Throws CannotOpenStore. */
export async function openHostStore({ databaseUrl, dataDir }: Place): Promise<HostStore> {
  if (databaseUrl === undefined) return openSqliteHostStore(dataDir);
  const { openPostgresHostStore } = await import('../postgres/host-stores.ts');
  return openPostgresHostStore(databaseUrl);
}

/** Runs work on the store of a command of the host, and closes it. Throws as `openHostStore` does. */
export async function withHostStore<T>(place: Place, work: (store: HostStore) => Promise<T>): Promise<T> {
  const store = await openHostStore(place);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
