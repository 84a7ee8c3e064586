import type { Config } from '../config/config.ts';
import type { BesideStore } from './cli-port.ts';
import { openSqliteBeside } from './sqlite/beside.ts';

/** Opens the store that the settings name for a command, without migrating it. Throws CannotOpenStore. */
export async function openBeside({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<BesideStore> {
  if (databaseUrl === undefined) return openSqliteBeside(dataDir);
  const { openPostgresBeside } = await import('./postgres/beside.ts');
  return openPostgresBeside(databaseUrl);
}
