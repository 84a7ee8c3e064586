import type { Config } from '../config/config.ts';
import type { Store } from './port.ts';
import type { ReportMigration } from './sqlite/schema/migrations.ts';
import { openSqliteStore } from './sqlite/sqlite.ts';

/**
 * Opens the store that the settings name. Throws CannotOpenStore. `onUntrustedDisk` is called if the disk of an embedded
 * store may have lost commits; the process should end. `onMigration` is told how far a migration of an embedded store is.
 */
export async function openStore(
  {
    databaseUrl,
    dataDir,
    backupBeforeMigration,
  }: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'backupBeforeMigration'>>,
  onUntrustedDisk: (error: unknown) => void,
  onMigration?: ReportMigration,
): Promise<Store> {
  if (databaseUrl === undefined) {
    const backsUp = backupBeforeMigration === 'on';
    return openSqliteStore(dataDir, onUntrustedDisk, onMigration, { backsUp });
  }
  // Imported on demand: a host without PostgreSQL does not load its driver.
  const { openPostgresStore } = await import('./postgres/postgres.ts');
  return openPostgresStore(databaseUrl);
}
