import { existsSync } from 'node:fs';
import { DAY_MS, isoTime } from '#domain/time.ts';
import { sizeOf } from '#server/process/files.ts';
import { VERSION } from '#server/process/version.ts';
import { freeBytesOf } from '#server/store/admin/backup-files.ts';
import { newestBackup } from '#server/store/admin/backups.ts';
import { countStore } from '#server/store/admin/overview.ts';
import { adminCommand, print } from './admin-command.ts';

export const stats = adminCommand({
  usage: '[--json]',
  options: { json: { type: 'boolean' } },
  summary:
    'Counts accounts, households, children and visits, and tells the sizes; also while the server runs.',
  details: [
    '--json prints one object: version, store, schema, accounts, verified, seen (in the last 30 days), households, children, visits,',
    'open (not checked out), bytes of the database, freeBytes of the disk of DATA_DIR, and backupAt, the time of the newest backup.',
  ],
  async run(config, { json }) {
    const counted = await countStore(config, isoTime(Date.now() - 30 * DAY_MS));
    const store = config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
    const freeBytes = existsSync(config.dataDir) ? freeBytesOf(config.dataDir) : null;
    const backup = newestBackup(config);
    const backupAt = backup === undefined ? null : isoTime(backup);
    const { schema, accounts, verified, seen, households, children, visits, open, bytes } = counted;
    const lines = [
      `Framme ${VERSION} on ${store}, schema ${schema}`,
      `accounts: ${accounts}, of which ${verified} are verified and ${seen} were seen in the last 30 days`,
      `households: ${households} with ${children} children`,
      `visits: ${visits}, of which ${open} are not checked out`,
      `database: ${sizeOf(bytes)}${freeBytes === null ? '' : `; free on the disk of DATA_DIR: ${sizeOf(freeBytes)}`}`,
      `newest backup: ${backupAt ?? 'none in DATA_DIR'}`,
    ];
    print(json, { version: VERSION, store, ...counted, freeBytes, backupAt }, lines.join('\n'));
  },
});
