import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = /^framme-run-(\d+)-/;
/** The databases, profiles and copies of a run stay well below this. */
const NEEDED = 4 * 2 ** 30;

/**
 * Lets temporary files of this process, and of those it starts, lie in memory, where fsync costs nothing. The folder goes with
 * the process. Does nothing where memory is scarce or no program can run from it.
 */
export function keepInMemory(): void {
  if (process.env.TMPDIR?.startsWith(MEMORY) || !hasRoom()) return;
  sweep();
  const folder = mkdtempSync(join(MEMORY, `framme-run-${process.pid}-`));
  // PostgreSQL runs as another user if the tests run as root.
  chmodSync(folder, 0o711);
  process.env.DISK_TMPDIR = tmpdir();
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
}

/** Lets the temporary files of a test file lie on the disk: it kills what writes, and requires what was acknowledged. */
export function keepOnDisk(): void {
  if (process.env.DISK_TMPDIR) process.env.TMPDIR = process.env.DISK_TMPDIR;
}

/** The default of a container is 64 MB without programs, and the tests run PostgreSQL from its folder. */
function hasRoom(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === MEMORY);
    const { bavail, bsize } = statfsSync(MEMORY);
    const isTmpfs = mount?.split(' ')[2] === 'tmpfs' && !/\bnoexec\b/.test(mount);
    return isTmpfs && bavail * bsize >= NEEDED && process.availableMemory() >= 2 * NEEDED;
  } catch {
    // Only Linux has it.
    return false;
  }
}

/** Removes the folders of killed runs. */
function sweep(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
