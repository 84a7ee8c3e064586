import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { backupsIn, freeBytesOf, hasWrongIndex } from '#server/store/hosting/backup-files.ts';
import { backupFolder } from '#server/store/hosting/backups.ts';
import { type Check, checksOf, checksOfPath } from './check.ts';

const WANTED_NODE = 26;

export function checkRuntime(): Check {
  const { ok, problem } = checksOf('runtime');
  const { node, sqlite } = process.versions;
  return Number.parseInt(node, 10) >= WANTED_NODE
    ? ok(`Node ${node} with SQLite ${sqlite}.`)
    : problem(`This is Node ${node}.`, `Run it on Node ${WANTED_NODE} or newer.`);
}

/** The file `.env` may hold passwords. */
export function* checkSecrets(): Iterable<Check> {
  if (!existsSync('.env') || isPrivate('.env')) return;
  const text = readFileSync('.env', 'utf8');
  if (/^[ \t]*(?:\w+_SECRET|SMTP_URL|DATABASE_URL)[ \t]*=[ \t]*\S/m.test(text))
    yield checksOf('.env').warning(
      'Other users of this machine can read the secrets in .env.',
      'chmod 600 .env',
    );
}

/** Types of file systems in a network, whose locks SQLite cannot trust: nfs, smb2 and cifs. */
const NETWORK = new Set([0x6969, 0xfe534d42, 0xff534d42]);

/** Checks the folder of the embedded database: its kind, its modes and the room on its disk. */
export function checkDataFolder({ dataDir, databaseUrl }: Config): Check[] {
  if (databaseUrl !== undefined) return [];
  const folder = resolve(dataDir);
  return checksOfPath('data folder', folder, () => checkFolder(folder));
}

function* checkFolder(folder: string): Iterable<Check> {
  const { ok, warning, problem } = checksOf('data folder');
  if (!existsSync(folder)) {
    const remedy = 'The start makes it; if there should be one, correct DATA_DIR.';
    yield warning(`There is no folder ${folder} yet.`, remedy);
  } else if (NETWORK.has(statfsSync(folder).type)) {
    const says = `${folder} is on a network disk, whose locks a database cannot trust.`;
    yield problem(says, 'Set DATA_DIR to a local disk.');
  } else {
    yield isPrivate(folder)
      ? ok(`${folder} is for this user alone.`)
      : warning(`Other users of this machine may enter ${folder}.`, `chmod 700 '${folder}'`);
    yield checkRoom(folder);
    yield* checkLeft(folder);
  }
}

/** Data that a restore put aside, or left, holds what families delete from now on. */
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
}

const LEAST_FREE = 100e6;

function checkRoom(folder: string): Check {
  const { ok, warning, problem } = checksOf('disk');
  const file = join(folder, 'framme.db');
  const size = existsSync(file) ? statSync(file).size : 0;
  const free = freeBytesOf(folder);
  const says = `${inMegabytes(free)} are free, and the database has ${inMegabytes(size)}.`;
  if (free < LEAST_FREE) return problem(says, 'Make room, or Framme soon refuses taps.');
  // A backup takes as much again as the database, and a migration half as much.
  const isLittle = free < 2.5 * size + LEAST_FREE;
  return isLittle
    ? warning(says, 'Make room: a new version may need two and a half times the database.')
    : ok(says);
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;

/** Checks that the system keeps its clock by others, where systemd tells. */
export function* checkClock(): Iterable<Check> {
  const { ok, warning } = checksOf('clock');
  const args = ['show', '-p', 'NTPSynchronized', '--value'];
  // A system without systemd tells nothing here.
  const { stdout } = spawnSync('timedatectl', args, { encoding: 'utf8', timeout: 3000 });
  if (stdout?.trim() === 'yes') yield ok('The clock is kept right by a time server.');
  if (stdout?.trim() === 'no')
    yield warning('The clock is not kept right by a time server.', 'timedatectl set-ntp true');
}

function isPrivate(path: string): boolean {
  return process.platform === 'win32' || (statSync(path).mode & 0o077) === 0;
}

const OLD_MS = 36 * 3_600_000;

/** Checks the age of the newest backup. */
export function checkBackups(config: Config, folder = backupFolder(config)): Check[] {
  return checksOfPath('backup', folder, () => [checkNewest(folder)]);
}

function checkNewest(folder: string): Check {
  const { ok, warning } = checksOf('backup');
  const [newest] = existsSync(folder) ? backupsIn(folder) : [];
  const remedy =
    'Make one each night (docs/self-hosting.md); --backups <folder> names the folder if it is another.';
  if (newest === undefined) return warning('There is no backup.', remedy);
  const hours = Math.round((Date.now() - statSync(newest).mtimeMs) / 3_600_000);
  const says = `The newest is ${newest}, ${hours} hours old.`;
  if (hours * 3_600_000 > OLD_MS) return warning(says, remedy);
  if (!hasWrongIndex(newest)) return ok(says);
  return warning(
    `${says} An index in it does not match its table.`,
    'Stop the server and restore it: a restore builds the indexes anew.',
  );
}
