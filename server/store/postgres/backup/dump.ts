import { chmodSync, closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Client } from 'pg';
import { isoTime } from '#domain/time.ts';
import {
  backupName,
  prepareFolder,
  removeOld,
  removeOthersBeforeMigration,
  sync,
} from '../../hosting/backup-files.ts';
import { BackupFailed, type WrittenBackup } from '../../ports/backups.ts';
import { CannotOpenStore, type ReportMigration } from '../../ports/store.ts';
import { migrationTarget, requireKnownSchema } from '../schema/migrations.ts';
import { prepare } from '../schema/prepare.ts';
import { readDump } from './restore-dump.ts';
import { databaseOf, requireDumpOf, runTool, ToolUnfit } from './tools.ts';

/** Dumps a database by pg_dump, which reads one moment, into a checked file for this user alone. Throws BackupFailed. */
export async function backUpDatabase(
  address: string,
  folder: string,
  { keep = Number.POSITIVE_INFINITY, mark = '' }: { keep?: number; mark?: string },
): Promise<WrittenBackup> {
  const [begun, at] = [performance.now(), Date.now()];
  // Also one of an earlier version: it is backed up before it is migrated.
  await prepare(address, requireKnownSchema);
  prepareFolder(folder);
  const file = join(resolve(folder), backupName(at, 'dump', mark));
  const part = `${file}.part`;
  try {
    closeSync(openSync(part, 'wx', 0o600));
    await runTool('pg_dump', ['--format=custom', `--file=${part}`, databaseOf(address)], address);
    chmodSync(part, 0o600);
    sync(part);
    const { foreign } = await readDump(part);
    renameSync(part, file);
    sync(folder);
    const seconds = (performance.now() - begun) / 1000;
    const written = { file, bytes: statSync(file).size, seconds, at: isoTime(at) };
    if (foreign.length > 0) return { ...written, removed: [], foreign };
    return { ...written, removed: removeOld(folder, file, keep) };
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** A number of our own among the advisory locks of a database. */
const LOCK = 7_236_601_413;

/**
 * Dumps a database of an earlier version into a folder. Of several starting processes one does, and the others wait until the
 * end of its connection. Without a pg_dump that can it says so, and the migration goes on; throws CannotOpenStore if one fails.
 */
export async function backUpBeforeMigration(
  client: Client,
  address: string,
  folder: string,
  report: ReportMigration = () => undefined,
): Promise<void> {
  if ((await migrationTarget(client)) === undefined) return;
  await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
  const target = await migrationTarget(client);
  if (target === undefined) return;
  try {
    await requireDumpOf(client);
    const { file, bytes, seconds } = await backUpDatabase(address, folder, {
      mark: `-before-schema-${target}`,
    });
    removeOthersBeforeMigration(folder, file);
    const figures = { megabytes: Math.ceil(bytes / 1e6), seconds: Math.round(seconds) };
    report(figures, `a backup was made before the migration: ${file}`);
  } catch (error) {
    if (!(error instanceof BackupFailed)) throw error;
    if (!(error instanceof ToolUnfit))
      throw new CannotOpenStore(
        `Before the database is migrated to this version it is backed up, and that failed: ${error.reason} ` +
          'BACKUP_BEFORE_MIGRATION=off migrates without a backup.',
      );
    report({}, `no backup was made before the migration, and only one leads back: ${error.reason}`, true);
  }
}
