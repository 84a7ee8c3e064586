import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Id } from '#domain/ids.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rounds, type Scale } from '../figure.ts';
import { Load, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';
import { writeLargeDatabase } from '../servers/large-database.ts';

const BYTES = 300e6;
const CLIENTS = 16;
/**
 * A backup may take so many times as long while families tap as while nobody does, and then so many times as long as SQLite's own
 * copy. All three ask the processor and the disk alike; a copy of the file asks the disk alone, so that machines would differ.
 */
const MOST_TIMES = { quiet: 2, copy: 2 };
/** A backup that has not ended by then, in ms, never ends: each commit makes it begin anew. */
const NEVER_MS = 30_000;

/** Runs a program that backs up the data of a folder into a file or a folder. */
type BackUp = (dataDir: string, to: string) => string[];

const byFramme: BackUp = (_dataDir, to) => ['scripts/framme.ts', 'backup', '--json', '--to', to];
const bySqlite =
  (way: 'vacuum' | 'online'): BackUp =>
  (dataDir, to) => ['prove/servers/sqlite-copy.ts', join(dataDir, 'framme.db'), join(to, 'copy.db'), way];

/** Figure 12: a backup of a large database while families tap. */
export const backupUnderWrites: Figure = {
  number: 12,
  title: 'backup of 300 MB while families tap, and its restore',
  aim: `stands, read whole, within ${MOST_TIMES.quiet} times the same while nobody taps, and that within ${MOST_TIMES.copy} times SQLite's own copy, holds every tap acknowledged before it began`,
  long: { rounds: 3, withinMs: 180_000 },
  short: { rounds: 1, withinMs: 60_000 },
  run: (scale) => backUpRounds(scale, byFramme),
  control: {
    what: "SQLite's online backup of 100 pages at a time, the default of node:sqlite",
    rounds: 1,
    run: (scale) => backUpRounds(scale, bySqlite('online')),
  },
};

interface Result {
  /** Of SQLite's own copy while nobody taps. */
  copyMs: number;
  /** Of the same backup while nobody taps. */
  quietMs: number;
  /** Until it stood under its name; undefined if it never did. */
  backupMs: number | undefined;
  /** Of the whole command, which starts before and compares indexes afterwards. */
  commandMs: number;
  words: string;
  isAllThere: boolean;
}

async function backUpRounds(scale: Scale, backUp: BackUp): Promise<Finding> {
  using made = mkdtempDisposableSync(join(tmpdir(), 'framme-large-'));
  const { path: dataDir } = made;
  const env = { ...compileCache, BACKUP_BEFORE_MIGRATION: 'off', LOG_LEVEL: 'silent' };
  writeLargeDatabase(join(dataDir, 'framme.db'), BYTES);
  const megabytes = Math.round(statSync(join(dataDir, 'framme.db')).size / 1e6);
  await using server = await startServer({ dataDir, env });
  const results: Result[] = [];
  const done = await rounds(scale, async () => void results.push(await backUpOnce(server, backUp)));
  const said = results.map(({ copyMs, quietMs, backupMs, commandMs, words }) => {
    const quiet = `${seconds(quietMs)} while nobody taps, SQLite's own copy ${seconds(copyMs)}`;
    return backupMs === undefined
      ? `not ended after ${NEVER_MS / 1000} s, ${quiet}`
      : `${seconds(backupMs)} (the command ${seconds(commandMs)}), ${quiet}; restored: ${words}`;
  });
  const isFast =
    median(results.map(({ quietMs, backupMs = Number.POSITIVE_INFINITY }) => backupMs / quietMs)) <=
      MOST_TIMES.quiet && median(results.map(({ copyMs, quietMs }) => quietMs / copyMs)) <= MOST_TIMES.copy;
  const holds = isFast && results.every(({ isAllThere }) => isAllThere);
  return { rounds: done, found: `${megabytes} MB: ${said.join('; ')}`, holds };
}

const median = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.POSITIVE_INFINITY;
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

async function backUpOnce({ url, dataDir }: RunningServer, backUp: BackUp): Promise<Result> {
  using made = mkdtempDisposableSync(join(tmpdir(), 'framme-backups-'));
  const { path: to } = made;
  const timeQuiet = async (program: BackUp) => {
    const { backupMs } = await timesOf(program(dataDir, to), dataDir);
    if (backupMs === undefined) throw new Error('No backup was made although nobody tapped.');
    for (const name of readdirSync(to)) rmSync(join(to, name));
    return backupMs;
  };
  const copyMs = await timeQuiet(bySqlite('vacuum'));
  const quietMs = await timeQuiet(backUp);
  const load = await Load.on(url, CLIENTS);
  let before: Id[] = [];
  let times: Times = { backupMs: undefined, commandMs: Number.NaN };
  try {
    await load.tapDuring(async () => {
      await pause(1000);
      const writer = spawn(process.execPath, ['prove/servers/steady-writer.ts', join(dataDir, 'framme.db')]);
      await pause(1000);
      before = load.ops;
      times = await timesOf(backUp(dataDir, to), dataDir).finally(() => writer.kill());
    });
    const result = { copyMs, quietMs, ...times };
    if (result.backupMs === undefined) return { ...result, words: '', isAllThere: false };
    return { ...result, ...(await restored(to, load, before)) };
  } finally {
    await load.acknowledged();
  }
}

type Times = Pick<Result, 'backupMs' | 'commandMs'>;

/** Runs a program of ours. A backup takes the time that it tells, else that of the command; undefined if it did not end. */
async function timesOf(args: readonly string[], dataDir: string): Promise<Times> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const late = setTimeout(() => child.kill('SIGKILL'), NEVER_MS);
  const [code] = await once(child, 'close');
  clearTimeout(late);
  const commandMs = performance.now() - begun;
  if (code !== 0) return { backupMs: undefined, commandMs };
  return { backupMs: said.startsWith('{') ? JSON.parse(said).seconds * 1000 : commandMs, commandMs };
}

/** Starts a server on the restored backup, and asks it for the taps that were acknowledged before. */
async function restored(folder: string, load: Load, before: readonly Id[]) {
  using made = mkdtempDisposableSync(join(tmpdir(), 'framme-restored-'));
  const { path: dataDir } = made;
  const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.db'));
  await timesOf(['scripts/framme.ts', 'restore', join(folder, name)], dataDir);
  await using server = await startServer({ dataDir, env: { ...compileCache, LOG_LEVEL: 'silent' } });
  load.url = server.url;
  const losses = await load.losses(before);
  return { words: summaryOf(losses), isAllThere: losses.lost + losses.doubled === 0 && before.length > 0 };
}
