import { readFolder } from '#server/config/config.ts';
import { FRAMME } from '#server/process/command-name.ts';
import { sizeOf } from '#server/process/files.ts';
import { backUp, backupFolder } from '#server/store/admin/backups.ts';
import { adminCommand, CommandFailed, print } from './admin-command.ts';

const USAGE = '[--to <folder>] [--keep <number>] [--json]';

export const backup = adminCommand({
  usage: USAGE,
  options: { to: { type: 'string' }, keep: { type: 'string' }, json: { type: 'boolean' } },
  summary:
    'Writes a checked backup of all data, also while the server runs; by default into backups/ in DATA_DIR.',
  details: [
    'It holds everything that was stored before it began, and is for this user alone (mode 0600).',
    '--keep removes all but the newest so many backups of the folder, once this one is written and checked. The last one from',
    'before a migration stays beside them for 90 days.',
    'With DATABASE_URL it runs pg_dump, which must be of the version of the server or newer.',
    '--json prints one object: file, bytes, seconds, at, removed, the backups that were removed, and indexFault',
    'or foreign, what else a restore refuses, if there is one.',
  ],
  async run(config, { to, keep = 'all', json }) {
    const folder = to === undefined ? backupFolder(config) : readFolder(to);
    if (typeof folder !== 'string') throw new CommandFailed(`--to ${folder.problem}.`, 2);
    const written = await backUp(config, folder, numberIn(keep));
    const { file, bytes, seconds, at, removed, indexFault, foreign } = written;
    const size = `${sizeOf(bytes)} in ${seconds.toFixed(1)} s`;
    const rest = removed.length > 0 ? ` Removed: ${removed.length} older.` : '';
    const text = `${file}: ${size}, checked. It holds everything that was stored before ${at}.${rest}`;
    if (json || (indexFault === undefined && foreign === undefined)) print(json, written, text);
    if (foreign !== undefined) throw new CommandFailed(notOfFramme(file, foreign));
    if (indexFault !== undefined) throw new CommandFailed(wrongIndex(file, indexFault));
  },
});

function notOfFramme(file: string, foreign: readonly string[]): string {
  return (
    `The backup ${file} was made, and a restore refuses it, for the schema of the database is not that of Framme: ${foreign.join(', ')}. ` +
    'No older backup was removed. Remove from the database what is not its own, then make another backup.'
  );
}

function wrongIndex(file: string, fault: string): string {
  return (
    `An index of the database does not match its table (${fault}). The backup ${file} was made all the same, and no older one ` +
    'without that fault was removed. Stop the server and restore this one: a restore builds the indexes anew.'
  );
}

function numberIn(keep: string): number {
  if (keep === 'all') return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,5}$/.test(keep)) return Number(keep);
  throw new CommandFailed(`--keep must be a whole number from 1. Usage: ${FRAMME} backup ${USAGE}`, 2);
}
