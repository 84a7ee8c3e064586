import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { VisitorRef } from '#domain/paths.ts';
import type { SyncReply } from '#domain/protocol/sync.ts';
import { SERVER_FLAGS } from '#scripts/launch.mjs';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { compileCache } from '../machine.ts';
import type { Attack } from './attacker-process.ts';

const TAP_EVERY = 150;
/** A tap without a reply for so long counts as unanswered, in ms. */
const LONGEST_WAIT = 30_000;
/** The attack stops and goes on so often: what else the machine does slows the taps of both kinds. */
const WINDOWS = 2;
/** Work that the attack left, such as purging, is not the comparison's; in ms. */
const LEFT_MS = 5000;
/** The unit of CPU times in /proc. */
const TICKS_A_SECOND = 100;

/** The taps of a family during an attack, and beside an idle process that burns as much CPU. */
export interface Story {
  taps: number;
  unanswered: number;
  /** The p99 in ms. */
  attacked: number;
  alone: number;
  /** The most memory of the server, in bytes. */
  rss: number;
  /** The replies to the attacker, by status. */
  statuses: Record<number, number>;
}

/** Attacks a new server for so many ms in several windows, after each of which the same family taps on it alone for as long. */
export async function attackedFamily(
  attack: Attack,
  ms: number,
  env: Record<string, string>,
  entry?: string,
): Promise<Story> {
  const server = await startServer({
    ...(entry && { entry }),
    flags: SERVER_FLAGS,
    env: { ...compileCache, LOG_LEVEL: 'silent', ...env },
  });
  const started: ChildProcess[] = [];
  const start = async (file: string, ...args: string[]) => {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), args);
    started.push(child);
    await once(child, 'message');
    return child;
  };
  try {
    const family = await registerHousehold(server.url);
    const taps = tapping(family, await family.addFriend(await family.addChild()));
    const attacker = await start('attacker-process.ts', server.url, JSON.stringify(attack));
    const memory = watchMemory(server.pid);
    const [attacked, alone]: [Taken[], Taken[]] = [[], []];
    for (let window = 0; window < WINDOWS; window += 1) {
      attacker.kill('SIGCONT');
      const before = cpuSeconds(attacker);
      attacked.push(...(await taps(ms / WINDOWS)));
      attacker.kill('SIGSTOP');
      const share = (1000 * (cpuSeconds(attacker) - before)) / (ms / WINDOWS);
      await pause(LEFT_MS);
      const burner = await start('burner-process.ts', String(Math.min(1, share)));
      alone.push(...(await taps(ms / WINDOWS)));
      burner.kill();
    }
    const rss = memory.stop();
    attacker.kill('SIGCONT');
    attacker.send('tell');
    const [statuses] = (await once(attacker, 'message')) as [Record<number, number>];
    const unanswered = [...attacked, ...alone].filter((taken) => taken === undefined).length;
    const found = { attacked: p99(attacked), alone: p99(alone) };
    return { taps: attacked.length, unanswered, ...found, rss, statuses };
  } finally {
    for (const child of started) child.kill('SIGKILL');
    await server.kill();
  }
}

/** The ms until a tap was stored; undefined if it was not. */
type Taken = number | undefined;

/** Makes a function that checks a friend in and out every 150 ms, whether or not the tap before is answered, and waits for the last. */
function tapping(phone: HouseholdOnPhone, friend: VisitorRef): (ms: number) => Promise<Taken[]> {
  // A phone asks for what is new since the last reply. With an old cursor each would carry all taps until now.
  let cursor: number | null = null;
  let count = 0;
  /** One that is told to wait does so: taps that do not wait for each other may be more at once than those of any phone. */
  const tap = async () => {
    const from = phone.anotherPhone();
    count += 1;
    const op = from.op(count % 2 === 1 ? 'checkIn' : 'checkOut', friend);
    const begun = performance.now();
    while (performance.now() - begun < LONGEST_WAIT) {
      const reply = await from.trySync({ ops: [op], cursor }).catch(() => undefined);
      if (reply?.status === 200) {
        cursor = Math.max(cursor ?? 0, (reply.body as SyncReply).cursor);
        return performance.now() - begun;
      }
      if (reply?.status !== 429) return undefined;
      await pause(1000 * Number(reply.headers.get('retry-after') ?? 1));
    }
    return undefined;
  };
  return async (ms) => {
    const taps: Promise<Taken>[] = [];
    const end = performance.now() + ms;
    while (performance.now() < end) {
      taps.push(tap());
      await pause(TAP_EVERY);
    }
    return Promise.all(taps);
  };
}

function p99(taken: readonly Taken[]): number {
  const latencies = taken.filter((ms) => ms !== undefined).toSorted((a, b) => a - b);
  return latencies[Math.floor(latencies.length * 0.99)] ?? Number.POSITIVE_INFINITY;
}

/** Reads the CPU time of a process. */
function cpuSeconds({ pid }: ChildProcess): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}

/** Reads the most memory that a process had. Linux tells it; elsewhere it is NaN, which holds nothing. */
function watchMemory(pid: number) {
  let most = 0;
  const timer = setInterval(() => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    most = Math.max(most, Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024);
  }, 250);
  return {
    stop(): number {
      clearInterval(timer);
      return most;
    },
  };
}
