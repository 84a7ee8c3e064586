import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { StoreInspector } from '../ports/inspector.ts';
import { CannotOpenStore } from '../ports/store.ts';
import { openSqliteInspector } from '../sqlite/inspect/inspector.ts';

/** Opens the store that the settings name to check it, beside a running server. Throws CannotOpenStore. */
export async function openInspector({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<StoreInspector> {
  if (databaseUrl === undefined) return openSqliteInspector(databaseIn(dataDir));
  const { openPostgresInspector } = await import('../postgres/inspect/inspector.ts');
  return openPostgresInspector(databaseUrl);
}

/** Returns the database file of a data folder. Throws CannotOpenStore if there is none. */
export function databaseIn(dataDir: string): string {
  const file = join(dataDir, 'framme.db');
  if (existsSync(file)) return file;
  throw new CannotOpenStore(
    `There is no database in ${resolve(dataDir)}. Run this command where the server runs, with the same DATA_DIR.`,
  );
}
