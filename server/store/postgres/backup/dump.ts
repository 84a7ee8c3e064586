import { chmodSync, closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isoTime } from '#domain/time.ts';
import { backupName, prepareFolder, removeOld, sync } from '../../hosting/backup-files.ts';
import type { WrittenBackup } from '../../ports/backups.ts';
import { requireKnownSchema } from '../schema/migrations.ts';
import { prepare } from '../schema/prepare.ts';
import { readDump } from './restore-dump.ts';
import { databaseOf, runTool } from './tools.ts';

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
