import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { temporaryFolder, until } from '#tests/support/server/app.ts';
import { COMPILED } from '#tests/support/server/compiled.ts';
import { type HeldSocket, holdSocket, spawnOn } from '#tests/support/server/held-socket.ts';
import { get } from '#tests/support/server/http.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** Starts the server in a child process, by default in an empty working folder. */
function start(env: Record<string, string>, cwd = temporaryFolder()) {
  const child = spawn(process.execPath, [MAIN], {
    cwd,
    env: { ...COMPILED, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return follow(child);
}

/** Follows what a server prints, until it ends with the test at the latest. */
function follow(child: ChildProcess) {
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
  const address = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output.stdout += chunk.toString();
      const url = /^Framme \d+\.\d+\.\d+ is ready at (\S+)$/m.exec(output.stdout)?.[1];
      if (url) resolve(url);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      output.stderr += chunk.toString();
    });
    void ended.then(({ stderr }) => reject(new Error(`it ended: ${stderr}`)));
  });
  address.catch(() => undefined);
  return { child, address, ended, output };
}

test('the server prints its address, names a misspelt setting, keeps its data in DATA_DIR, and exits with 0 on SIGTERM', async () => {
  const cwd = temporaryFolder();
  const server = start({ NOTICE_HOLD_SECONDS: '0', PUBLIC_ULR: 'https://a.example', HOSTNAME: 'a' }, cwd);
  const url = await server.address;
  expect(url).toMatch(/^http:\/\/localhost:\d+$/);
  const phone = await registerHousehold(url);
  await phone.run('checkIn', await phone.addFriend(await phone.addChild()));
  server.child.kill('SIGTERM');
  const { code, stdout, stderr } = await server.ended;
  expect(code).toBe(0);
  expect(stderr.match(/[\w. ]+ is no setting[^?]*\?/g)).toEqual([
    'PUBLIC_ULR is no setting of Framme, and does nothing. Did you mean PUBLIC_URL?',
  ]);
  expect(stdout).toContain('notice: "070-123 45 67" "Ella" in\n');
  const again = start({ DATA_DIR: join(cwd, 'data') });
  phone.url = await again.address;
  expect([...(await phone.documents()).keys()]).toHaveLength(4);
});

test('invalid settings exit with 1, those of .env too unless the environment sets them', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, '.env'), '\uFEFFLOG_LEVEL=loud\nPORT=70000\nDATA_DIR=elsewhere\n');
  const { code, stderr, stdout } = await start({ PORT: '0', HOST: '?' }, cwd).ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Framme cannot start. Correct these settings:\n');
  expect(stderr.match(/^- \w+ is ".*?"/gm)).toEqual(['- HOST is "?"', '- LOG_LEVEL is "loud"']);
});

test('a port in use exits with 1 and one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { code, stderr } = await start({ PORT: String(port), LOG_LEVEL: 'silent' }).ended;
  expect([code, stderr]).toEqual([1, `Another program uses port ${port}. Stop it, or set another PORT.\n`]);
});

test('a second server on the same data exits with 1 and one sentence; after a kill the next one starts', async () => {
  const data = { DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent' };
  const first = start(data);
  const phone = await registerHousehold(await first.address);
  const { code, stderr } = await start(data).ended;
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^Another Framme is already running with the data folder .*\n$/),
  ]);
  first.child.kill('SIGKILL');
  await first.ended;
  phone.url = await start(data).address;
  expect((await phone.sync()).cursor).toBe(1);
});

/** Starts the server by way of a shell, which prepares the process. */
function startAfter(prepare: string, env: Record<string, string>) {
  const shell = spawn('sh', ['-c', `${prepare}; exec "$@"`, 'sh', process.execPath, MAIN], {
    cwd: temporaryFolder(),
    env: { PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return follow(shell);
}

test('a full disk ends the start with one sentence, and the next start has what it needs', async () => {
  const data = { DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent' };
  const { code, stderr } = await startAfter('ulimit -f 8', data).ended;
  expect([code, stderr]).toEqual([
    1,
    `The disk of the data folder ${data.DATA_DIR} is full. Make room on it, and start Framme again.\n`,
  ]);
  const phone = await registerHousehold(await start(data).address);
  expect((await phone.sync()).cursor).toBe(1);
});

test('a server that other devices reach by plain http says so, and what it writes is for its user alone', async () => {
  const open = startAfter('umask 022', { ...COMPILED, HOST: '0.0.0.0' });
  await open.address;
  // Nothing orders what comes on the two outputs.
  const warning = /plain http, where nobody can sign in: put a proxy with https in front/;
  await until(() => warning.test(open.output.stderr));
  expect(readFileSync(`/proc/${open.child.pid}/status`, 'utf8')).toMatch(/^Umask:\t0077$/m);
  for (const env of [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://framme.example.org' }, { HOST: '::1' }]) {
    const closed = startAfter(':', { ...COMPILED, ...env });
    await until(() => closed.output.stdout.includes('is ready at'));
    expect(closed.output.stderr).not.toContain('plain http');
  }
});

test('a shutdown answers requests in flight first, and does not wait for idle connections', async () => {
  const server = start({});
  const url = await server.address;
  const { port } = new URL(url);
  const idle = connect(Number(port), '127.0.0.1');
  const slow = connect(Number(port), '127.0.0.1');
  let answer = '';
  slow.on('data', (chunk) => {
    answer += chunk.toString();
  });
  const head = `POST /api/log-out HTTP/1.1\r\nhost: x\r\norigin: ${url}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n`;
  slow.write(`${head}{`);
  await get(url, '/api/health');
  server.child.kill('SIGTERM');
  while (
    await fetch(url).then(
      () => true,
      () => false,
    )
  )
    await new Promise((resolve) => setTimeout(resolve, 10));
  slow.write('}');
  const { code, stderr } = await server.ended;
  expect(code).toBe(0);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(stderr).not.toContain('are cut off');
  idle.destroy();
});

test('a server that is told to stop says so first, and answers for the time that it is given', async () => {
  const server = start({ SHUTDOWN_WAIT_SECONDS: '5' });
  const url = await server.address;
  expect((await get(url, '/readyz')).status).toBe(200);
  server.child.kill('SIGTERM');
  await until(async () => (await get(url, '/readyz')).status === 503);
  expect((await get(url, '/api/who-am-i')).status).toBe(200);
  expect((await server.ended).code).toBe(0);
});

test('a server takes the socket that outlives it, in which connections wait for the next one', async () => {
  const socket = holdSocket();
  onTestFinished(() => socket.close());
  const { port } = socket;
  const data = { DATA_DIR: temporaryFolder(), SHUTDOWN_WAIT_SECONDS: '5' };
  const first = startOn(socket, data);
  const phone = await registerHousehold(await first.address);
  expect(await first.address).toBe(`http://localhost:${port}`);
  first.child.kill('SIGTERM');
  // A proxy that asks must not turn away from the only server.
  await until(async () => (await get(phone.url, '/api/health')).headers.get('connection') === 'close');
  expect((await get(phone.url, '/readyz')).status).toBe(200);
  await first.ended;
  // Nobody listens now, and yet it is not refused.
  const waiting = phone.sync();
  const second = startOn(socket, { ...data, PORT: String(port) });
  expect(await second.address).toBe(`http://localhost:${port}`);
  expect((await waiting).cursor).toBe(1);
  expect((await first.ended).stderr).toContain(
    `PORT and HOST do nothing: a socket of systemd listens on 127.0.0.1:${port}.`,
  );
  expect(second.output.stderr).not.toContain('PORT and HOST');
});

/** Starts the server with the socket as descriptor 3, as systemd does. */
function startOn(socket: HeldSocket, env: Record<string, string>) {
  const given = { ...COMPILED, PATH: process.env.PATH, ...env };
  return follow(spawnOn(socket, [process.execPath, MAIN], { cwd: temporaryFolder(), env: given }));
}
