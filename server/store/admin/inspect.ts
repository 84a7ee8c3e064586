import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Diagnosis, StoreInspector, StoreReader } from '../ports/inspector.ts';
import { lastChange, pushKeyMadeAt } from '../sqlite/backup/write-backup.ts';
import { closing, openReader } from '../sqlite/connection/connection.ts';
import {
  databaseIn,
  isFolderLocked,
  movedAwayWarning,
  unfinishedMove,
} from '../sqlite/connection/data-folder.ts';
import { openSqliteInspector, openSqliteReader } from '../sqlite/inspect.ts';
import { migrationTarget } from '../sqlite/schema/migrations.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** Beside a running server. Throws CannotOpenStore. */
export async function openInspector({ databaseUrl, dataDir }: Place): Promise<StoreInspector> {
  if (databaseUrl === undefined) return openSqliteInspector(databaseIn(dataDir));
  const { openPostgresInspector } = await import('../postgres/inspect.ts');
  return openPostgresInspector(databaseUrl);
}

/** Beside a running server. Throws CannotOpenStore. */
export async function openStoreReader({ databaseUrl, dataDir }: Place): Promise<StoreReader> {
  if (databaseUrl === undefined) return openSqliteReader(databaseIn(dataDir));
  const { openPostgresReader } = await import('../postgres/inspect.ts');
  return (await openPostgresReader(databaseUrl)).reader;
}

/** Undefined without a database. Throws CannotOpenStore. */
export async function diagnoseStore({ databaseUrl, dataDir }: Place): Promise<Diagnosis | undefined> {
  if (databaseUrl !== undefined) {
    const { diagnoseDatabase } = await import('../postgres/inspect.ts');
    return diagnoseDatabase(databaseUrl);
  }
  const file = join(dataDir, 'framme.db');
  if (!existsSync(file)) return undefined;
  return closing(openReader(file), (db) => ({
    version: `SQLite ${process.versions.sqlite}`,
    migratesTo: migrationTarget(db),
    until: lastChange(db),
    movedAway: movedAwayWarning(dataDir),
    pushKeyMadeAt: pushKeyMadeAt(db),
  }));
}

/** By a server, or a command that needs it stopped; changes nothing. */
export function isFolderInUse(folder: string): boolean {
  return isFolderLocked(folder);
}

/** The file of an unfinished move. */
export function leftOfMove(folder: string): string | undefined {
  const file = unfinishedMove(join(folder, 'framme.db'));
  return existsSync(file) ? file : undefined;
}
