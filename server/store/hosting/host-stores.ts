import type { Config } from '../../config/config.ts';
import type { CliStore, FamilyStore } from '../ports/host-stores.ts';
import { openSqliteCliStore, openSqliteFamilyStore } from '../sqlite/host-stores.ts';
import { databaseIn } from './inspect.ts';

/** Opens the store that the settings name for one family's export or deletion, without migrating it. Throws CannotOpenStore. */
export async function openFamilyStore({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<FamilyStore> {
  if (databaseUrl === undefined) return openSqliteFamilyStore(databaseIn(dataDir));
  const { openPostgresFamilyStore } = await import('../postgres/host-stores.ts');
  return openPostgresFamilyStore(databaseUrl);
}

/** Opens the store that the settings name for a command, without migrating it. Throws CannotOpenStore. */
export async function openCliStore({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<CliStore> {
  if (databaseUrl === undefined) return openSqliteCliStore(dataDir);
  const { openPostgresCliStore } = await import('../postgres/host-stores.ts');
  return openPostgresCliStore(databaseUrl);
}
