import type { Config } from '../config/config.ts';
import type { Store } from './port.ts';
import { openSqliteStore } from './sqlite/sqlite.ts';

/**
 * Opens the store that the settings name. Throws CannotOpenStore. `onUntrustedDisk` is called if the disk of an embedded
 * store may have lost commits; the process should end.
 */
export async function openStore(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onUntrustedDisk: (error: unknown) => void,
): Promise<Store> {
  if (databaseUrl === undefined) return openSqliteStore(dataDir, onUntrustedDisk);
  // Imported on demand: a host without PostgreSQL does not load its driver.
  const { openPostgresStore } = await import('./postgres/postgres.ts');
  return openPostgresStore(databaseUrl);
}
