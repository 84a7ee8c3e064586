import { chmodSync } from 'node:fs';
import type { Client } from 'pg';
import { beginBackup, notBackedUp, sync } from '../../hosting/backup-files.ts';
import { keepBeforeMigration, removeOld } from '../../hosting/backup-retention.ts';
import type { WrittenBackup } from '../../ports/backups.ts';
import type { ReportMigration } from '../../ports/store.ts';
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
  // Also one of an earlier version: it is backed up before it is migrated.
  await prepare(address, requireKnownSchema);
  const { part, create, finish, giveUp } = beginBackup(folder, 'dump', mark);
  try {
    create();
    await runTool('pg_dump', ['--format=custom', `--file=${part}`, databaseOf(address)], address);
    chmodSync(part, 0o600);
    sync(part);
    const { foreign } = await readDump(part);
    const written = finish();
    if (foreign.length > 0) return { ...written, removed: [], foreign };
    return { ...written, removed: removeOld(folder, written.file, keep) };
  } catch (error) {
    giveUp();
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
    const mark = `-before-schema-${target}`;
    keepBeforeMigration(folder, await backUpDatabase(address, folder, { mark }), report);
  } catch (error) {
    if (!(error instanceof ToolUnfit)) throw notBackedUp(error);
    report({}, `no backup was made before the migration, and only one leads back: ${error.reason}`, true);
  }
}
