import type { Config } from '#server/config/config.ts';
import { FRAMME } from '#server/process/command-name.ts';
import { sizeOf } from '#server/process/files.ts';
import { keyIsBack } from '#server/push/vapid.ts';
import { checkBackup, restoreBackup } from '#server/store/admin/backups.ts';
import type { RestoredBackup } from '#server/store/ports/backups.ts';
import { adminCommand, print } from './admin-command.ts';

export const restore = adminCommand({
  usage: '[--check] <file> [--json]',
  options: { check: { type: 'boolean' }, json: { type: 'boolean' } },
  most: 1,
  summary:
    'Puts a backup in the place of the data. Stop the server first; with --check it only reads the backup.',
  details: [
    'The data that was there is kept beside, and the command says where. Phones send again what the backup lacks.',
    'With DATABASE_URL it runs pg_restore into the database, which must be empty, as the user of DATABASE_URL.',
    '--json prints one object: bytes, schema, until, indexFault, formerUntil, former and pushKeyMadeAt, those that are known.',
  ],
  async run(config, { check, json }, [file = '']) {
    if (check) {
      const checked = await checkBackup(config, file);
      const text = `${file} is whole: ${extentOf(checked)}.${reachOf(checked)}${indexesOf(checked, 'do not match', 'A restore builds them anew.')}`;
      return print(json, checked, text);
    }
    const restored = await restoreBackup(config, file);
    print(json, restored, textOf(file, restored, config));
  },
});

function extentOf({ bytes, schema }: RestoredBackup): string {
  return `${sizeOf(bytes)}${schema === undefined ? '' : `, schema ${schema}`}`;
}

function reachOf({ until }: RestoredBackup): string {
  return until === undefined ? '' : ` The last change in it is of ${until}.`;
}

function indexesOf({ indexFault }: RestoredBackup, differ: string, remedy: string): string {
  if (indexFault === undefined) return '';
  return ` Its indexes ${differ} its tables (${indexFault}). ${remedy}`;
}

function textOf(file: string, restored: RestoredBackup, { pushServices }: Config): string {
  const { former, formerUntil, until, pushKeyMadeAt } = restored;
  const gap =
    formerUntil === undefined || until === undefined || formerUntil <= until
      ? 'Phones send again what it lacks'
      : `The data that was there reached until ${formerUntil}; phones send again what lies between`;
  return [
    `${file} was restored: ${extentOf(restored)}.${reachOf(restored)}${indexesOf(restored, 'did not match', 'They were built anew.')}`,
    `${gap}, once the server is started. Sign-ins and accounts that it lacks do not come back.`,
    `Parents who left a family since are in it again. Once the server is started, list them: ${FRAMME} accounts --shared`,
    ...(pushKeyMadeAt === undefined || pushServices.length === 0
      ? []
      : [`With it ${keyIsBack(pushKeyMadeAt)}.`]),
    ...(former === undefined
      ? []
      : [`The data that was there is kept as ${former}. Delete it when all is well.`]),
  ].join('\n');
}
