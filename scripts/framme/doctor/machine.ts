import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { MINUTE_MS } from '#domain/time.ts';
import type { Config } from '#server/config/config.ts';
import { FRAMME } from '#server/process/command-name.ts';
import { isWithheld, sizeOf } from '#server/process/files.ts';
import { unsafeRuntime, WANTED_MAJOR } from '#server/process/node-version.mjs';
import { LITTLE_DISK } from '#server/server-limits.ts';
import { backupsIn, freeBytesOf, hasWrongIndex } from '#server/store/admin/backup-files.ts';
import { backupFolder } from '#server/store/admin/backups.ts';
import { leftOfMove } from '#server/store/admin/inspect.ts';
import { type Check, checksOf, isPrivate, reasonOf } from './check.ts';

/** Runtime and clock. */
export function* checkMachine(): Iterable<Check> {
  yield checkRuntime();
  yield* checkClock();
}

function checkRuntime(): Check {
  const { ok, warning, problem } = checksOf('runtime');
  const { node, sqlite } = process.versions;
  if (Number.parseInt(node, 10) < WANTED_MAJOR)
    return problem(`This is Node ${node}.`, `Run it on Node ${WANTED_MAJOR} or newer.`);
  const unsafe = unsafeRuntime(node);
  return unsafe ? warning(unsafe, 'Upgrade Node, or Framme.') : ok(`Node ${node} with SQLite ${sqlite}.`);
}

/** Network file systems, whose locks SQLite cannot trust: nfs, smb2 and cifs. */
const NETWORK = new Set([0x6969, 0xfe534d42, 0xff534d42]);

export function checkDataFolder({ dataDir, databaseUrl }: Config): Check[] {
  if (databaseUrl !== undefined) return [];
  const folder = resolve(dataDir);
  return checksOfPath('data folder', folder, () => checkFolder(folder));
}

function* checkFolder(folder: string): Iterable<Check> {
  const { ok, warning, problem } = checksOf('data folder');
  // Throws for anything but a folder.
  if (existsSync(folder) && !isWithheld(folder)) readdirSync(folder);
  const { path, code } = unwritable(folder) ?? {};
  if (code === 'EROFS')
    yield problem(`${folder} is on a disk that is read-only.`, 'Mount it for writing, or correct DATA_DIR.');
  else if (code !== undefined)
    yield problem(
      `This user cannot write to ${path} (${code}).`,
      'Run doctor as the user of the server; if this is that user, make it the owner (chown), or correct DATA_DIR.',
    );
  else if (!existsSync(folder)) {
    const remedy = 'The start makes it; if there should be one, correct DATA_DIR.';
    yield warning(`There is no folder ${folder} yet.`, remedy);
  } else if (NETWORK.has(statfsSync(folder).type)) {
    const says = `${folder} is on a network disk, whose locks a database cannot trust.`;
    yield problem(says, 'Set DATA_DIR to a local disk.');
  } else {
    yield isPrivate(statSync(folder))
      ? ok(`${folder} is for this user alone.`)
      : warning(`Other users of this machine may enter ${folder}.`, `chmod 700 '${folder}'`);
    yield checkRoom(folder);
    yield* checkLeft(folder);
  }
}

function unwritable(folder: string): { path: string; code: string } | undefined {
  let place = folder;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  const file = join(folder, 'framme.db');
  const code = refusedTo(place, constants.R_OK | constants.W_OK | constants.X_OK);
  if (code !== undefined) return { path: folder, code };
  const ofFile = existsSync(file) ? refusedTo(file, constants.R_OK | constants.W_OK) : undefined;
  return ofFile === undefined ? undefined : { path: file, code: ofFile };
}

function refusedTo(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Data left by a restore contains what families delete from now on. */
function* checkLeft(folder: string): Iterable<Check> {
  const { warning } = checksOf('restore');
  const left = readdirSync(folder).find((name) => name.startsWith('framme.db.before-restore-'));
  const beside = 'and what is beside it with that name';
  if (left !== undefined)
    yield warning(
      `${join(folder, left)} is the data from before a restore.`,
      `Delete it, ${beside}, when all is well.`,
    );
  const part = join(folder, 'framme.db.restored');
  if (existsSync(part))
    yield warning(`${part} is left of a restore that was ended.`, `Restore again, or delete it ${beside}.`);
  const moving = leftOfMove(folder);
  if (moving !== undefined)
    yield checksOf('move').warning(
      `${moving} is left of a move that did not end.`,
      'Move again, or delete it.',
    );
}

const LEAST_FREE = 100e6;

function checkRoom(folder: string): Check {
  const { ok, warning, problem } = checksOf('disk');
  const file = join(folder, 'framme.db');
  const size = existsSync(file) ? statSync(file).size : 0;
  const free = freeBytesOf(folder);
  const says = `${sizeOf(free, Math.floor)} are free, and the database has ${sizeOf(size)}.`;
  if (free < LEAST_FREE) return problem(says, 'Make room, or Framme soon refuses taps.');
  // A backup takes the database's size again, a migration half of it.
  const isLittle = free < Math.max(LITTLE_DISK, 2.5 * size + LEAST_FREE);
  return isLittle
    ? warning(
        says,
        'Make room: without it Framme takes no taps, and a new version may need two and a half times the database.',
      )
    : ok(says);
}

function* checkClock(): Iterable<Check> {
  const { ok, warning, problem } = checksOf('clock');
  const now = new Date();
  // The version of Node's time zones begins with its year.
  if (now.getUTCFullYear() < Number.parseInt(process.versions.tz ?? '', 10))
    yield problem(`The clock says ${now.toISOString()}, which is before this Node was made.`, SET_CLOCK);
  const args = ['show', '-p', 'NTPSynchronized', '--value'];
  // Empty without systemd.
  const { stdout } = spawnSync('timedatectl', args, { encoding: 'utf8', timeout: 3000 });
  if (stdout?.trim() === 'yes') yield ok('The clock is kept right by a time server.');
  if (stdout?.trim() === 'no') yield warning('The clock is not kept right by a time server.', KEEP_CLOCK);
}

const OLD_MS = 36 * 3_600_000;
// Minimal Debian systems have no time synchronisation.
const KEEP_CLOCK = 'timedatectl set-ntp true; if that is not supported, apt-get install systemd-timesyncd';
const SET_CLOCK = `Set the clock right: ${KEEP_CLOCK}`;

export function checkBackups(config: Config, folder = backupFolder(config)): Check[] {
  return checksOfPath('backup', folder, () => checkNewest(folder));
}

function* checkNewest(folder: string): Iterable<Check> {
  const { ok, warning } = checksOf('backup');
  const all = existsSync(folder) ? backupsIn(folder) : [];
  const [newest, previous] = all;
  const remedy =
    'Make one each night (docs/hosting/backup.md); --backups <folder> names the folder if it is another.';
  if (newest === undefined) return yield warning('There is no backup.', remedy);
  const sizes = all.map((file) => statSync(file).size);
  const [size = 0, sizeBefore = 0] = sizes;
  const age = Date.now() - statSync(newest).mtimeMs;
  const hours = Math.round(age / 3_600_000);
  const together = sizes.reduce((sum, each) => sum + each, 0);
  const says = `The newest of ${all.length} is ${newest}, ${hours} hours old, ${sizeOf(size)}; all take ${sizeOf(together)}.`;
  if (age < -MINUTE_MS)
    yield checksOf('clock').problem(
      `The newest backup, ${newest}, is of a time that is yet to come.`,
      SET_CLOCK,
    );
  if (age > OLD_MS) yield warning(says, remedy);
  else if (hasWrongIndex(newest))
    yield warning(
      `${says} An index in it does not match its table.`,
      'Stop the server and restore it: a restore builds the indexes anew.',
    );
  else if (previous !== undefined && size < sizeBefore / 2)
    yield warning(
      `${says} It has less than half of the one before.`,
      `If no family left, see if the data is whole: ${FRAMME} verify`,
    );
  else yield ok(says);
}

/** An unreadable path is a problem itself. */
function checksOfPath(name: string, path: string, look: () => Iterable<Check>): Check[] {
  try {
    return [...look()];
  } catch (error) {
    return [
      checksOf(name).problem(
        `${path} cannot be read (${reasonOf(error)}).`,
        'Run this as the user of the server; if this is that user, make it the owner (chown), or correct the setting that names it.',
      ),
    ];
  }
}
