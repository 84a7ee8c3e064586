import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';

const MODULE = fileURLToPath(new URL('support/free-port.ts', import.meta.url));
/** More ports than a process has: each is drawn at least once. */
const DRAWS = 1000;
const DRAW_ALL = `
  const { freePort } = await import(${JSON.stringify(MODULE)});
  const ports = [];
  for (let drawn = 0; drawn < ${DRAWS}; drawn += 1) ports.push(await freePort());
  process.send(ports);
  process.on('message', () => process.exit());
`;

function drawer(): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', DRAW_ALL], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('processes that live at the same time draw no port of each other', async () => {
  const drawers = [drawer(), drawer(), drawer()];
  const drawn = await Promise.all(drawers.map((child) => once(child, 'message')));
  const shares = drawn.map(([ports]) => new Set(ports as number[]));
  const all = shares.flatMap((share) => [...share]);
  // Other programs may use some of them.
  expect(all.length).toBeGreaterThan(3 * 150);
  expect(new Set(all).size).toBe(all.length);
});

test('a port that another program uses is not drawn', async () => {
  const taken = await freePort();
  const server = createServer().listen(taken, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const ports = await Promise.all(Array.from({ length: DRAWS }, freePort));
  expect(ports).not.toContain(taken);
});
