import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { PUSH_KEY_MADE_AT } from '../../auth/activity.ts';
import { latestOf } from '../../hosting/backup-files.ts';
import { requireKind } from '../../hosting/backup-kind.ts';
import { BackupFailed, type CheckedBackup } from '../../ports/backups.ts';
import { closing, openReader, statementsOf } from '../connection/connection.ts';
import { indexFaults, pageFaults, schemaFaults } from '../inspect/database-faults.ts';
import { requireKnownSchema } from '../schema/migrations.ts';

/** A backup has a fault in its pages. */
export class DamagedBackup extends BackupFailed {
  /** In words. */
  readonly fault: string;

  constructor(file: string, fault: string) {
    super(`${file} cannot be restored: ${fault}.`);
    this.fault = fault;
  }
}

/**
 * Checks that a file is a whole database of this version or an earlier one, and nothing else: a foreign trigger would run
 * with each change. Indexes that do not match their tables are told
 * alone: a restore builds them anew. Throws BackupFailed and CannotOpenStore.
 */
export function checkBackupFile(file: string): CheckedBackup {
  const checked = checkPages(file);
  const faults = schemaFaultsOf(file);
  if (faults.length > 0)
    throw new BackupFailed(
      `${file} is not restored, for its tables are not those of a Framme of its version: ${faults.join(', ')}.`,
      'Take another backup. If a part is your own, remove it from a copy of the file.',
    );
  const indexFault = indexFaultOf(file);
  return { ...checked, ...(indexFault !== undefined && { indexFault }) };
}

/** Returns a sentence for each part that a file has too much, that it lacks or that is another one, by its version. */
export function schemaFaultsOf(file: string): string[] {
  return closing(openReader(file, { isStill: true }), (db) => {
    const { tables, foreign } = schemaFaults(db, requireKnownSchema(db));
    return [...tables, ...foreign];
  });
}

/** Checks all of it but what the indexes hold. Throws BackupFailed and CannotOpenStore. */
export function checkPages(file: string): CheckedBackup {
  requireKind(file, 'embedded');
  const log = `${file}-wal`;
  if (existsSync(log) && statSync(log).size > 0)
    throw new BackupFailed(
      `Beside ${file} lies ${log}, without which it is not whole. Restore a backup by framme.`,
    );
  return closing(openReader(file, { isStill: true }), (db) => {
    const [fault] = pageFaults(db);
    if (fault !== undefined) throw new DamagedBackup(file, fault);
    const schema = requireKnownSchema(db);
    if (schema === 0) throw new BackupFailed(`${file} is no backup of Framme.`);
    return { bytes: statSync(file).size, schema, until: lastChange(db), pushKeyMadeAt: pushKeyMadeAt(db) };
  });
}

/** Returns the time at which the push key was made, as `Diagnosis` has it. */
export function pushKeyMadeAt(db: DatabaseSync): string | undefined {
  return statementsOf(db).query<{ madeAt: string }>(PUSH_KEY_MADE_AT).get()?.madeAt;
}

/** Returns the first entry of an index that does not match its row in a file whose pages are whole; undefined if all match. */
export function indexFaultOf(file: string): string | undefined {
  return closing(openReader(file, { isStill: true }), (db) => indexFaults(db)[0]);
}

/** Returns the time of the last change that a database of any version knows, ISO; undefined if there is none. */
export function lastChange(db: DatabaseSync): string | undefined {
  const { recorded, created } =
    statementsOf(db)
      .query<{ recorded: number | null; created: string | null }>(
        'SELECT (SELECT max(recorded_at) FROM outcomes) AS recorded, (SELECT max(created_at) FROM accounts) AS created',
      )
      .get() ?? {};
  return latestOf(recorded, created);
}
