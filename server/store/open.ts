import type { Config } from '../config/config.ts';
import type { Store } from './port.ts';
import { openSqliteStore } from './sqlite/sqlite.ts';

/**
 * Opens the store that the settings name. In: what to do when the disk of an embedded one can no longer be believed.
 * Throws CannotOpenStore.
 */
export async function openStore(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onUntrustedDisk: (error: unknown) => void,
): Promise<Store> {
  if (databaseUrl === undefined) return openSqliteStore(dataDir, onUntrustedDisk);
  // Loaded only where it is asked for: a small host does not pay for the driver.
  const { openPostgresStore } = await import('./postgres/postgres.ts');
  return openPostgresStore(databaseUrl);
}
