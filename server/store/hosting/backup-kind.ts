import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { FRAMME } from '../../process/command-name.ts';
import { isWithheld } from '../../process/files.ts';
import { BackupFailed } from '../ports/backups.ts';

type Kind = 'embedded' | 'dump' | 'encrypted';

/** The first bytes of each kind of file. */
const BEGINNINGS: Readonly<Record<Kind, string>> = {
  embedded: 'SQLite format 3\0',
  dump: 'PGDMP',
  encrypted: 'age-encryption.org/',
};

/** The remedy for a backup of another kind than the settings restore. */
const REMEDIES: Readonly<Record<Kind, string>> = {
  embedded: `is of the embedded database, and DATABASE_URL is set. Restore it without DATABASE_URL, then move the data by ${FRAMME} move.`,
  dump: 'is of PostgreSQL, and DATABASE_URL is not set. Set it to an empty database, and restore again.',
  encrypted:
    'is encrypted. Open it by age --decrypt first, with the private key, and restore what that writes.',
};

/** Throws BackupFailed if a file is not there, may not be read by this user, or is a backup of another kind. */
export function requireKind(file: string, wanted: Kind): void {
  if (isWithheld(file))
    throw new BackupFailed(
      `This user may not read ${file}.`,
      'Copy it to where the user of the server may read, as into DATA_DIR, make that user its owner (chown), and name the copy.',
    );
  if (!existsSync(file)) throw new BackupFailed(`There is no file ${file}.`);
  // A read of a pipe would wait without end.
  if (!statSync(file).isFile())
    throw new BackupFailed(`${file} is no file, but a folder, a pipe or a device.`);
  const kind = kindOf(file);
  if (kind !== undefined && kind !== wanted) throw new BackupFailed(`${file} ${REMEDIES[kind]}`);
}

function kindOf(file: string): Kind | undefined {
  const bytes = Buffer.alloc(32);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
  const beginning = bytes.toString('latin1');
  return (Object.keys(BEGINNINGS) as Kind[]).find((kind) => beginning.startsWith(BEGINNINGS[kind]));
}
