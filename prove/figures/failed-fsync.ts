import { setTimeout as pause } from 'node:timers/promises';
import { get } from '#tests/support/server/http.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import type { Edit } from '../defences/defence.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { openAckLog } from '../load/ack-log.ts';
import { countLosses, loadClientsOf, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';
import { patchedServer } from '../patched-server.ts';

/** The most syncs that the start of the server and a registration take. */
const SYNCS_BEFORE = 30;
const IN_TIME = 1000;

const PATCH: readonly Edit[] = [
  {
    file: 'server/store/sqlite/connection/errors.ts',
    from: 'return SYNC_FAILED.has(code) || (atCommit && isIoError);',
    to: 'return SYNC_FAILED.has(code) && atCommit && isIoError && code < 0;',
  },
];

/** Figure 3: from some sync on the disk answers each with an error. */
export const failedFsync: Figure = {
  number: 3,
  title: 'fsync fails with EIO',
  aim: 'the server exits or reports unready within 1 s; the retry stores one row',
  tools: [{ name: 'strace', get: 'Install the package "strace".' }],
  long: { rounds: 25, withinMs: 240_000 },
  short: { rounds: 2, withinMs: 10_000 },
  run: (scale) => failRounds(scale, 'server/main.ts'),
  control: {
    what: 'the same server, continuing after a failed fsync',
    rounds: 2,
    patch: PATCH,
    run: (scale) => failRounds(scale, patchedServer(PATCH)),
  },
};

async function failRounds(scale: Scale, entry: string): Promise<Finding> {
  const rng = rngOf(scale.seed);
  const counts = { acknowledged: 0, lost: 0, doubled: 0, wrong: 0 };
  let late = 0;
  let slowest = 0;
  const done = await rounds(scale, async () => {
    const { losses, ms } = await failOnce(entry, SYNCS_BEFORE + Math.floor(rng() * 60));
    for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] += losses[key];
    if (ms > IN_TIME) late += 1;
    slowest = Math.max(slowest, ms);
  });
  const isKept = counts.lost + counts.doubled + counts.wrong === 0 && counts.acknowledged > 0;
  return {
    rounds: done,
    found: `exit after at most ${slowest < 3000 ? `${slowest} ms` : '(still running after 3 s)'}, ${late} times too late; ${summaryOf(counts)}`,
    holds: isKept && late === 0,
  };
}

/** Taps until the disk fails, waits for the server to exit, restarts it on a sound disk and resends. */
async function failOnce(entry: string, atSync: number) {
  const inject = `inject=fsync,fdatasync:error=EIO:when=${atSync}+`;
  const through = [
    'strace',
    '-D',
    '-f',
    '-qqq',
    '-o',
    '/dev/null',
    '-e',
    'trace=fsync,fdatasync',
    '-e',
    inject,
  ];
  const ackLog = openAckLog();
  const failing = await startServer({ entry, through, env: { ...compileCache, LOG_LEVEL: 'silent' } });
  const clients = await loadClientsOf(failing.url, 2, ackLog);
  await Promise.all(clients.map((client) => client.tapUntil(() => false)));
  const ms = await untilUnready(failing.url);
  await failing.kill();
  const port = new URL(failing.url).port;
  const sound = await startServer({ dataDir: failing.dataDir, env: { ...compileCache, PORT: port } });
  try {
    for (const client of clients) for (let i = 0; i < 2; i++) await client.tap();
    return { losses: await countLosses(clients, await ackLog.close()), ms };
  } finally {
    await sound.kill();
  }
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
