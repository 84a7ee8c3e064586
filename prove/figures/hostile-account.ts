import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SERVER_FLAGS } from '#scripts/launch.mjs';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import type { Edit } from '../defences/defence.ts';
import type { Figure, Finding, Scale } from '../figure.ts';
import type { AttackReport } from '../load/attacker-process.ts';
import { compileCache } from '../machine.ts';
import { patchedServer } from '../patched-server.ts';

const TAP_EVERY = 200;
/** A tap without a reply for so long counts as unanswered, in ms. */
const LONGEST_WAIT = 30_000;
const MOST_SLOWDOWN = 5;
const MOST_RSS = 300e6;

/** The rates of a host who set none, which tests raise. */
const LIMITED = {
  OPS_PER_MINUTE: '600',
  OPS_PER_DAY: '20000',
  NOTICES_PER_DAY: '300',
  TRUST_PROXY: '1',
};
const UNLIMITED = { OPS_PER_MINUTE: '999999999', OPS_PER_DAY: '999999999', NOTICES_PER_DAY: '9999999' };
const PATCH: readonly Edit[] = [
  {
    file: 'domain/limits.ts',
    from: '\n} as const;',
    to: '\n  ...{ children: 1e9, visitors: 1e9, openVisits: 1e9, correctionsOfVisit: 1e9 },\n};',
  },
  {
    file: 'server/http/slots.ts',
    from: ' || own >= this.#each * factor',
    to: '',
  },
  {
    file: 'server/export/export-places.ts',
    from: 'response.closed || isOwn ||',
    to: 'response.closed ||',
  },
  {
    file: 'server/limits.ts',
    from: 'exports: 3',
    to: 'exports: 1e9',
  },
  {
    file: 'server/http/turns.ts',
    from: 'before === undefined ? work() : afterwards(before).then(work)',
    to: 'work()',
  },
  {
    file: 'server/http/error-replies.ts',
    from: '  discardSlowly(request.raw);\n',
    to: '',
  },
  {
    file: 'server/http/json-body.ts',
    from: 'if (depth > MAX_DEPTH || values > MAX_VALUES) return true;',
    to: 'if (depth > MAX_DEPTH) return true;',
  },
];

const WITHOUT_ADDRESS: readonly Edit[] = [
  {
    file: 'server/http/pace.ts',
    from: 'if (!narrowest || this.#askers.isAlone(narrowest.group)) return 0;',
    to: 'if (groups.length >= 0) return 0;',
  },
  {
    file: 'server/http/pace.ts',
    from: 'if (address === undefined || this.#askers.isAlone(address)) return make();',
    to: 'return reply();',
  },
  {
    file: 'server/http/pace.ts',
    from: 'this.#askers.isAlone(address) || this.#refuse(address)',
    to: 'true',
  },
];
/** As many as one person opens without effort. */
const ACCOUNTS = 12;

/** Figure 17: one account that does its worst beside a family that taps, and twelve of them from one address, or from networks of their own. */
export const hostileAccount: Figure = {
  number: 17,
  title:
    'one hostile account, twelve of one address and of twelve networks of one /48, and clients without one, beside a family that taps',
  aim: `every tap answered; p99 at most ${MOST_SLOWDOWN} times that beside an idle process that burns as much CPU; RSS at most ${MOST_RSS / 1e6} MB`,
  long: { rounds: 4, withinMs: 60_000 },
  // Fewer taps have no p99.
  short: { rounds: 4, withinMs: 30_000 },
  run: async (scale) => {
    const one = await besideAttacker(scale, 'server/main.ts', LIMITED, 1);
    const twelve = await besideAttacker(scale, 'server/main.ts', LIMITED, ACCOUNTS);
    const networks = await besideAttacker(scale, 'server/main.ts', LIMITED, ACCOUNTS, 'networks');
    const holds = one.holds && twelve.holds && networks.holds;
    return { ...all(one, twelve, networks), holds };
  },
  control: {
    what: 'the same server without the limits of a household, and without the share of an address',
    rounds: 4,
    patch: [...PATCH, ...WITHOUT_ADDRESS],
    run: async (scale) => {
      const shorter = { ...scale, withinMs: 30_000 };
      const one = await besideAttacker(shorter, patchedServer(PATCH), UNLIMITED, 1);
      const twelve = await besideAttacker(shorter, patchedServer(WITHOUT_ADDRESS), LIMITED, ACCOUNTS);
      const networks = await besideAttacker(
        shorter,
        patchedServer(WITHOUT_ADDRESS),
        LIMITED,
        ACCOUNTS,
        'networks',
      );
      // Each of them has to fail.
      return { ...all(one, twelve, networks), holds: one.holds || twelve.holds || networks.holds };
    },
  },
};

function all(one: Finding, twelve: Finding, networks: Finding): Pick<Finding, 'rounds' | 'found'> {
  return {
    rounds: one.rounds + twelve.rounds + networks.rounds,
    found: `one account: ${one.found}; twelve accounts of one address: ${twelve.found}; of twelve networks: ${networks.found}`,
  };
}

interface Story {
  taps: number;
  unanswered: number;
  attacked: number;
  alone: number;
  rss: number;
  report: AttackReport;
}

async function besideAttacker(
  { withinMs }: Scale,
  entry: string,
  env: Record<string, string>,
  accounts: number,
  from: 'address' | 'networks' = 'address',
): Promise<Finding> {
  const postgres = await startPostgres();
  try {
    const stories = [
      { name: 'SQLite', story: await attackOnce(entry, withinMs, env, accounts, from) },
      {
        name: 'PostgreSQL',
        story: await attackOnce(entry, withinMs, { ...env, DATABASE_URL: postgres.address }, accounts, from),
      },
    ];
    return {
      rounds: stories.length,
      found: stories.map(({ name, story }) => `${name}: ${told(story)}`).join('; '),
      holds: stories.every(({ story }) => isBearable(story)),
    };
  } finally {
    await postgres.stop();
  }
}

function isBearable({ unanswered, attacked, alone, rss }: Story): boolean {
  return unanswered === 0 && attacked <= MOST_SLOWDOWN * alone && rss <= MOST_RSS;
}

function told({ taps, unanswered, attacked, alone, rss, report }: Story): string {
  const replies = Object.entries(report.statuses).map(([status, count]) => `${count} of ${status}`);
  return `${taps} taps, ${unanswered} unanswered, p99 ${attacked.toFixed(0)} ms, alone ${alone.toFixed(0)} ms, RSS ${(rss / 1e6).toFixed(0)} MB, replies to the attacker: ${replies.join(', ')}`;
}

/** Attacks a new server, then measures the same family on it beside a process that only burns CPU. */
async function attackOnce(
  entry: string,
  ms: number,
  env: Record<string, string>,
  accounts: number,
  from: string,
): Promise<Story> {
  const server = await startServer({
    entry,
    flags: SERVER_FLAGS,
    env: { ...compileCache, LOG_LEVEL: 'silent', ...env },
  });
  try {
    const family = await registerHousehold(server.url);
    const attacker = start('attacker-process.ts', server.url, String(ms), String(accounts), from);
    await once(attacker, 'message');
    const memory = watchMemory(server.pid);
    const reported = once(attacker, 'message').then(([report]) => report as AttackReport);
    const attacked = await tapFor(family, ms);
    const report = await reported;
    const rss = memory.stop();
    // Work that the attack left, such as purging, is not the comparison's.
    await pause(2000);
    const burner = start('burner-process.ts', String(Math.min(1, report.cpuSeconds / (ms / 1000))));
    await once(burner, 'message');
    const alone = await tapFor(family, ms);
    burner.kill();
    const unanswered = attacked.unanswered + alone.unanswered;
    return {
      taps: attacked.latencies.length,
      unanswered,
      attacked: p99(attacked.latencies),
      alone: p99(alone.latencies),
      rss,
      report,
    };
  } finally {
    await server.kill();
  }
}

function start(file: string, ...args: string[]): ChildProcess {
  return fork(fileURLToPath(new URL(`../load/${file}`, import.meta.url)), args);
}

/** Checks a friend in and out every 200 ms, whether or not the tap before is answered; waits at most a minute for the last. */
async function tapFor(phone: HouseholdOnPhone, ms: number) {
  const friend = await phone.addFriend(await phone.addChild());
  const { cursor } = await phone.sync();
  const taps: Promise<number | undefined>[] = [];
  const end = performance.now() + ms;
  while (performance.now() < end) {
    taps.push(tap(phone.anotherPhone(), friend, taps.length, cursor));
    await pause(TAP_EVERY);
  }
  const latencies = (await Promise.all(taps)).filter((latency) => latency !== undefined);
  return { latencies, unanswered: taps.length - latencies.length };
}

type Friend = Awaited<ReturnType<HouseholdOnPhone['addFriend']>>;

/**
 * Resolves with the ms until the tap was stored; undefined if it was not. One that is told to wait does so, like a phone:
 * taps that do not wait for each other may be more at once than those of any phone.
 */
async function tap(phone: HouseholdOnPhone, friend: Friend, index: number, cursor: number) {
  const op = phone.op(index % 2 === 0 ? 'checkIn' : 'checkOut', friend);
  const begun = performance.now();
  while (performance.now() - begun < LONGEST_WAIT) {
    const reply = await phone.trySync({ ops: [op], cursor }).catch(() => undefined);
    if (reply?.status === 200) return performance.now() - begun;
    if (reply?.status !== 429) return undefined;
    await pause(1000 * Number(reply.headers.get('retry-after') ?? 1));
  }
  return undefined;
}

function p99(latencies: readonly number[]): number {
  return latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? Number.POSITIVE_INFINITY;
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
