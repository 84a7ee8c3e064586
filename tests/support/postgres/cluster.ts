import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeOwner, databaseUser, unpackPostgres } from './postgres-binaries.ts';

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
