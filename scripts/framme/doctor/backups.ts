import { statSync } from 'node:fs';
import type { Config } from '#server/config/config.ts';
import { backupFolder } from '#server/store/hosting/backups.ts';
import { isOfWrongIndex, newestBackup } from '#server/store/hosting/diagnose.ts';
import { type Check, checksOf, checksOfPath } from './check.ts';

const OLD_MS = 36 * 3_600_000;

/** Checks the age of the newest backup. */
export function checkBackups(config: Config, folder = backupFolder(config)): Check[] {
  return checksOfPath('backup', folder, () => [checkNewest(folder)]);
}

function checkNewest(folder: string): Check {
  const { ok, warning } = checksOf('backup');
  const newest = newestBackup(folder);
  const remedy =
    'Make one each night (docs/self-hosting.md); --backups <folder> names the folder if it is another.';
  if (newest === undefined) return warning('There is no backup.', remedy);
  const hours = Math.round((Date.now() - statSync(newest).mtimeMs) / 3_600_000);
  const says = `The newest is ${newest}, ${hours} hours old.`;
  if (hours * 3_600_000 > OLD_MS) return warning(says, remedy);
  if (!isOfWrongIndex(newest)) return ok(says);
  return warning(
    `${says} An index in it does not match its table.`,
    'Stop the server and restore it: a restore builds the indexes anew.',
  );
}
