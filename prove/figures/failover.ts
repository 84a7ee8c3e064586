import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresPair, startPostgresPair } from '#tests/support/postgres/postgres-process.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { addLosses, isKept, Load, NO_LOSSES, refusalsIn, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';

const PHONES = 6;
/** The longest time in which taps go through again after the kill, in ms. */
const READY_IN = 10_000;

/** Figure 27: the primary is killed under load, and the standby takes over. */
export const failover: Figure = {
  number: 27,
  title: 'the primary of PostgreSQL killed under load with all its processes, a synchronous standby promoted',
  aim: `0 acknowledged taps lost, none doubled; taps go through again within ${READY_IN / 1000} s of the kill`,
  long: { rounds: 10, withinMs: 600_000 },
  short: { rounds: 1, withinMs: 60_000 },
  run: (scale) => takeOvers(scale, (pair) => pair.makeSynchronous()),
  control: {
    what: 'an asynchronous standby, whose receiver was stopped before the kill',
    rounds: 1,
    run: (scale) => takeOvers(scale, (pair) => pair.stopReceiver()),
  },
};

async function takeOvers(scale: Scale, arrange: (pair: PostgresPair) => Promise<void>): Promise<Finding> {
  const rng = rngOf(scale.seed);
  const statuses = new Map<number, number>();
  let [slowest, losses] = [0, NO_LOSSES];
  const done = await rounds(scale, async () => {
    const story = await takeOver(arrange, 300 + rng() * 1200);
    slowest = Math.max(slowest, story.readyIn);
    losses = addLosses(losses, story.losses);
    for (const [status, count] of story.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
  });
  const { told, isExpected } = refusalsIn(statuses, [200, 503]);
  return {
    rounds: done,
    found: `${summaryOf(losses)}; taps went through again after at most ${(slowest / 1000).toFixed(1)} s; ${told}`,
    holds: isKept(losses) && isExpected && slowest <= READY_IN,
  };
}

/** Has phones tap for so many ms, kills the primary, promotes the standby, and has them tap on. */
async function takeOver(arrange: (pair: PostgresPair) => Promise<void>, ms: number) {
  await using pair = await startPostgresPair();
  const DATABASE_URL = pair.primary.replace(/@[^/]+/, (own) => `${own},${new URL(pair.standby).host}`);
  await using server = await startServer({ env: { ...compileCache, LOG_LEVEL: 'silent', DATABASE_URL } });
  const load = await Load.on(server.url, PHONES);
  await arrange(pair);
  let readyIn = 0;
  const kill = async () => {
    await pause(ms);
    const before = load.clients.map(({ ops }) => ops.length);
    const killed = performance.now();
    await pair.killPrimary();
    await pair.promote();
    // Each phone has an answer again: two, because the first may have been on its way before the kill.
    const isReady = () => load.clients.every(({ ops }, at) => ops.length > (before[at] ?? 0) + 1);
    while (!isReady() && performance.now() - killed < 2 * READY_IN) await pause(10);
    readyIn = performance.now() - killed;
    await pause(300);
  };
  const { statuses } = await load.tapDuring(kill, { every: 5, again: 50 });
  return { readyIn, statuses, losses: await load.losses() };
}
