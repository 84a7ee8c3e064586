import type { Config } from '../../config/config.ts';
import type { FamilyStore } from '../ports/family-store.ts';
import { openSqliteFamilyStore } from '../sqlite/family-store.ts';
import { databaseIn } from './inspect.ts';

/** Opens the store that the settings name for one family's export or deletion, without migrating it. Throws CannotOpenStore. */
export async function openFamilyStore({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<FamilyStore> {
  if (databaseUrl === undefined) return openSqliteFamilyStore(databaseIn(dataDir));
  const { openPostgresFamilyStore } = await import('../postgres/family-store.ts');
  return openPostgresFamilyStore(databaseUrl);
}
