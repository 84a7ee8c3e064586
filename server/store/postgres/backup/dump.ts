import { chmodSync } from 'node:fs';
import type { Client } from 'pg';
import { beginBackup, keepBeforeMigration, notBackedUp, removeOld, sync } from '../../admin/backup-files.ts';
import type { WrittenBackup } from '../../ports/backups.ts';
import type { ReportMigration } from '../../ports/store.ts';
import { migrationTarget, requireKnownSchema } from '../schema/migrations.ts';
import { prepare } from '../schema/prepare.ts';
import { readDump } from './restore-dump.ts';
import { databaseOf, requireDumpOf, runTool, ToolUnfit } from './tools.ts';

/** pg_dump reads one snapshot; the file is checked, and for this user alone. Throws BackupFailed. */
export async function backUpDatabase(
  address: string,
  folder: string,
  { keep = Number.POSITIVE_INFINITY, mark = '' }: { keep?: number; mark?: string },
): Promise<WrittenBackup> {
  // Earlier versions are backed up before they are migrated.
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

/** Our own number among the database's advisory locks. */
const LOCK = 7_236_601_413;

/**
 * One of several starting processes dumps; the others wait until its connection ends. Without a fitting
 * pg_dump the migration goes on, with a report. Throws CannotOpenStore if one fails.
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
