import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresPair, startPostgresPair } from '#tests/support/postgres/postgres-pair.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { openAckLog } from '../load/ack-log.ts';
import {
  addLosses,
  countLosses,
  type LoadClient,
  loadClientsOf,
  NO_LOSSES,
  summaryOf,
} from '../load/load-client.ts';
import { compileCache } from '../machine.ts';

const PHONES = 6;
/** The longest time in which taps go through again after the kill, in ms. */
const READY_IN = 10_000;
/** A phone's pause between two taps, in ms. */
const TAP_EVERY = 5;

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
  const answers = new Map<number, number>();
  let [slowest, losses] = [0, NO_LOSSES];
  const done = await rounds(scale, async () => {
    const story = await takeOver(arrange, 300 + rng() * 1200, answers);
    slowest = Math.max(slowest, story.readyIn);
    losses = addLosses(losses, story.losses);
  });
  const others = [...answers].filter(([status]) => ![200, 503].includes(status));
  return {
    rounds: done,
    found:
      `${summaryOf(losses)}; taps went through again after at most ${(slowest / 1000).toFixed(1)} s; ` +
      `${answers.get(503) ?? 0} replies were 503, ${others.length > 0 ? JSON.stringify(others) : 'none'} otherwise`,
    holds:
      losses.lost + losses.doubled + losses.wrong + others.length === 0 &&
      slowest <= READY_IN &&
      losses.acknowledged > 0,
  };
}

/** Has phones tap for so many ms, kills the primary, promotes the standby, and has them tap on. */
async function takeOver(
  arrange: (pair: PostgresPair) => Promise<void>,
  ms: number,
  answers: Map<number, number>,
) {
  const pair = await startPostgresPair();
  const DATABASE_URL = pair.primary.replace(/@[^/]+/, (own) => `${own},${new URL(pair.standby).host}`);
  const server = await startServer({ env: { ...compileCache, LOG_LEVEL: 'silent', DATABASE_URL } });
  const ackLog = openAckLog();
  try {
    const clients = await loadClientsOf(server.url, PHONES, ackLog);
    await arrange(pair);
    let isOver = false;
    const tapping = clients.map((client) => tapOn(client, () => isOver, answers));
    await pause(ms);
    const before = clients.map(({ ops }) => ops.length);
    const killed = performance.now();
    await pair.killPrimary();
    await pair.promote();
    // Each phone has an answer again: two, because the first may have been on its way before the kill.
    const isReady = () => clients.every(({ ops }, at) => ops.length > (before[at] ?? 0) + 1);
    while (!isReady() && performance.now() - killed < 2 * READY_IN) await pause(10);
    const readyIn = performance.now() - killed;
    await pause(300);
    isOver = true;
    await Promise.all(tapping);
    return { readyIn, losses: await countLosses(clients, await ackLog.close()) };
  } finally {
    await server.kill();
    await pair.stop();
  }
}

async function tapOn(client: LoadClient, isOver: () => boolean, answers: Map<number, number>): Promise<void> {
  while (!isOver()) {
    const status = await client.status();
    answers.set(status, (answers.get(status) ?? 0) + 1);
    await pause(status === 200 ? TAP_EVERY : 50);
  }
}
