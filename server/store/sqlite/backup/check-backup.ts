import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { isoTime } from '#domain/time.ts';
import { BackupFailed, type CheckedBackup } from '../../ports/backups.ts';
import { query } from '../connection/connection.ts';
import { fileFaults, openReader } from '../inspect/database-faults.ts';
import { requireKnownSchema } from '../schema/migrations.ts';

/** Checks that a file is a whole database of this version or an earlier one. Throws BackupFailed and CannotOpenStore. */
export function checkBackupFile(file: string): CheckedBackup {
  if (!existsSync(file)) throw new BackupFailed(`There is no file ${file}.`);
  const log = `${file}-wal`;
  if (existsSync(log) && statSync(log).size > 0)
    throw new BackupFailed(
      `Beside ${file} lies ${log}, without which it is not whole. Restore a backup by framme.`,
    );
  const db = openReader(file, { isStill: true });
  try {
    const [fault] = fileFaults(db);
    if (fault !== undefined) throw new BackupFailed(`${file} cannot be restored: ${fault}.`);
    const schema = requireKnownSchema(db);
    if (schema === 0) throw new BackupFailed(`${file} is no backup of Framme.`);
    return { bytes: statSync(file).size, schema, until: lastChange(db) };
  } finally {
    db.close();
  }
}

/** Returns the time of the last change that a database of any version knows, ISO; undefined if there is none. */
export function lastChange(db: DatabaseSync): string | undefined {
  const latest = (column: string, table: string) => {
    const row = query<{ at: string | number | null }>(db, `SELECT max(${column}) AS at FROM ${table}`).get();
    const at = row?.at ?? '';
    return typeof at === 'number' ? isoTime(at) : at;
  };
  const times = [latest('recorded_at', 'outcomes'), latest('created_at', 'accounts')];
  return times.toSorted().at(-1) || undefined;
}
