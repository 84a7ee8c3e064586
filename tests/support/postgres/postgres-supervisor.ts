import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '#tests/support/free-port.ts';
import { changeOwner, databaseUser, unpackPostgres } from './postgres-binaries.ts';

/**
 * Runs one PostgreSQL server until its standard input closes: server and data go even if the parent is
 * killed. Prints the address when it is ready. Each line of input restarts it.
 */
const folder = mkdtempSync(join(tmpdir(), 'framme-postgres-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const user = databaseUser();
changeOwner(folder, user);
const { initdb, postgres } = unpackPostgres(folder);
const data = join(folder, 'data');
const password = randomBytes(12).toString('hex');
createCluster();
const port = await freePort();
const flags = Object.entries({
  port,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 300,
  shared_buffers: '32MB',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
let onEnd: 'complain' | 'restart' | 'go' = 'complain';
let server = start();
createInterface(process.stdin)
  .on('line', () => stop('restart'))
  .on('close', () => stop('go'));

function start(): ChildProcess {
  const child = spawn(postgres, ['-D', data, ...flags], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (!said.includes('ready to accept connections')) return;
    child.stderr.removeAllListeners('data').resume();
    process.stdout.write(`postgres://framme:${password}@127.0.0.1:${port}/postgres\n`);
  });
  child.on('exit', (code) => ended(code, said));
  return child;
}

/** Fast shutdown: open connections are ended first. */
function stop(then: 'restart' | 'go'): void {
  onEnd = then;
  server.kill('SIGINT');
}

function ended(code: number | null, said: string): void {
  if (onEnd === 'complain') process.stderr.write(`PostgreSQL ended (${code}).\n${said}`);
  if (onEnd !== 'restart') process.exit(onEnd === 'go' ? 0 : 1);
  onEnd = 'complain';
  server = start();
}

/**
 * Creates a cluster with Swedish collation that ignores slashes, so that a query without byte order fails a
 * test.
 */
function createCluster(): void {
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
}
