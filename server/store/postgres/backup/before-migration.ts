import type { Client } from 'pg';
import { removeOthersBeforeMigration } from '../../hosting/backup-files.ts';
import { BackupFailed } from '../../ports/backups.ts';
import type { ReportMigration } from '../../ports/migration.ts';
import { CannotOpenStore } from '../../ports/store.ts';
import { migrationTarget } from '../schema/migrations.ts';
import { backUpDatabase } from './dump.ts';
import { requireDumpOf, ToolUnfit } from './tools.ts';

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
