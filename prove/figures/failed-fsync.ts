import { setTimeout as pause } from 'node:timers/promises';
import { get } from '#tests/support/server/http.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { addLosses, isKept, Load, NO_LOSSES, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';
import { readEdits } from '../mutations/mutation.ts';

/** The most syncs that the start of the server and a registration take. */
const SYNCS_BEFORE = 30;
const IN_TIME = 1000;

const PATCH = readEdits(`
@ server/store/sqlite/connection/errors.ts
- return SYNC_FAILED.has(code) || (atCommit && isIoError);
+ return SYNC_FAILED.has(code) && atCommit && isIoError && code < 0;
`);

/** Figure 3: from some sync on the disk answers each with an error. */
export const failedFsync: Figure = {
  number: 3,
  title: 'fsync fails with EIO',
  aim: 'the server exits or reports unready within 1 s; the retry stores one row',
  tools: [{ name: 'strace', get: 'Install the package "strace".' }],
  long: { rounds: 25, withinMs: 240_000 },
  short: { rounds: 2, withinMs: 10_000 },
  run: failRounds,
  control: {
    what: 'the same server, continuing after a failed fsync',
    rounds: 2,
    patch: PATCH,
  },
};

async function failRounds(scale: Scale, entry: string): Promise<Finding> {
  const rng = rngOf(scale.seed);
  let [losses, late, slowest] = [NO_LOSSES, 0, 0];
  const done = await rounds(scale, async () => {
    const one = await failOnce(entry, SYNCS_BEFORE + Math.floor(rng() * 60));
    losses = addLosses(losses, one.losses);
    if (one.ms > IN_TIME) late += 1;
    slowest = Math.max(slowest, one.ms);
  });
  return {
    rounds: done,
    found: `exit after at most ${slowest < 3000 ? `${slowest} ms` : '(still running after 3 s)'}, ${late} times too late; ${summaryOf(losses)}`,
    holds: isKept(losses) && late === 0,
  };
}

/** Taps until the disk fails, waits for the server to exit, restarts it on a sound disk and resends. */
async function failOnce(entry: string, atSync: number) {
  const syncs = ['-e', 'trace=fsync,fdatasync', '-e', `inject=fsync,fdatasync:error=EIO:when=${atSync}+`];
  const through = ['strace', '-D', '-f', '-qqq', '-o', '/dev/null', ...syncs];
  const failing = await startServer({ entry, through, env: { ...compileCache, LOG_LEVEL: 'silent' } });
  const load = await Load.on(failing.url, 2);
  await load.tap();
  const ms = await untilUnready(failing.url);
  await failing.kill();
  const port = new URL(failing.url).port;
  await using _sound = await startServer({ dataDir: failing.dataDir, env: { ...compileCache, PORT: port } });
  await load.tap(2);
  return { losses: await load.losses(), ms };
}

/** Returns the ms until the server is gone or unready; 3000 if it stays. */
async function untilUnready(url: string): Promise<number> {
  const begun = Date.now();
  while (Date.now() - begun < 3000) {
    const health = await get(url, '/api/health').catch(() => undefined);
    if (health === undefined) return Date.now() - begun;
    await pause(20);
  }
  return 3000;
}
