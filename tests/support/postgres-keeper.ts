import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUser, giveTo, unpackPostgres } from './postgres-binaries.ts';

/**
 * Keeps one PostgreSQL server for as long as somebody holds this process's standard input: whoever started it may be
 * killed in any way, and the server and its data are gone with it. Prints the server's address when it is ready.
 */
const folder = mkdtempSync(join(tmpdir(), 'framme-postgres-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const user = databaseUser();
giveTo(folder, user);
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
const server = spawn(postgres, ['-D', data, ...flags], {
  ...user,
  cwd: folder,
  stdio: ['ignore', 'ignore', 'pipe'],
});
let said = '';
server.stderr.on('data', (chunk: Buffer) => {
  said = (said + chunk.toString()).slice(-20_000);
  if (!said.includes('ready to accept connections')) return;
  server.stderr.removeAllListeners('data').resume();
  process.stdout.write(`postgres://framme:${password}@127.0.0.1:${port}/postgres\n`);
});
server.on('exit', (code) => {
  if (process.exitCode === undefined) process.stderr.write(`PostgreSQL ended (${code}).\n${said}`);
  process.exit();
});
process.stdin.resume().on('close', () => {
  process.exitCode = 0;
  // Fast shutdown: open connections are ended first.
  server.kill('SIGINT');
});

/** Sorts text as Swedish does by default, so that a query that forgot to ask for the order of bytes fails a test. */
function createCluster(): void {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const swedish = process.platform === 'linux' ? ['--locale-provider=icu', '--icu-locale=sv'] : [];
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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
