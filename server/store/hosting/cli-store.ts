import type { Config } from '../../config/config.ts';
import type { CliStore } from '../ports/cli-store.ts';
import { openSqliteCliStore } from '../sqlite/cli-store.ts';

/** Opens the store that the settings name for a command, without migrating it. Throws CannotOpenStore. */
export async function openCliStore({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<CliStore> {
  if (databaseUrl === undefined) return openSqliteCliStore(dataDir);
  const { openPostgresCliStore } = await import('../postgres/cli-store.ts');
  return openPostgresCliStore(databaseUrl);
}
