import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SERVER_FLAGS } from '#scripts/launch.mjs';
import { registerHousehold } from '#tests/support/people/household.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rounds, type Scale } from '../figure.ts';
import { Load } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';
import { readEdits } from '../mutations/mutation.ts';

const SLOW = 1000;
/** Of those, some are just being closed by the server and begin anew. */
const LEAST_OPEN = 800;
const MOST_SLOWDOWN = 2;
/** The taps of a stretch with or without slow clients, and the pause after each, in ms. */
const [TAPS, TAP_EVERY] = [150, 20];
const OPENING_MS = 3000;
/** A tap without an answer counts as this long, in ms. */
const UNANSWERED = 10_000;

const PATCH = readEdits(`
@ server/app.ts
- answerInOrder(app);
+ answerInOrder(app);
+ app.server.maxConnections = 500;
`);

/** Figure 28: clients that send slowly, beside a family whose phones come with new connections. */
export const slowClients: Figure = {
  number: 28,
  title: `${SLOW} clients that send nothing, or a byte of a head or body at a time, beside a family that taps`,
  aim: `median and 95th percentile of the taps at most ${MOST_SLOWDOWN} times those without, in alternating stretches`,
  long: { rounds: 10, withinMs: 600_000 },
  short: { rounds: 2, withinMs: 60_000 },
  run: besideSlowClients,
  control: {
    what: 'the same server with places for 500 connections',
    rounds: 1,
    patch: PATCH,
  },
};

async function besideSlowClients(scale: Scale, entry: string): Promise<Finding> {
  const env = { ...compileCache, LOG_LEVEL: 'silent' };
  const server = await startServer({ entry, flags: SERVER_FLAGS, env });
  const { cookie } = await registerHousehold(server.url, 'Slow');
  const slow = startSlowClients(server.url, cookie);
  try {
    const load = await Load.on(server.url, 1);
    await tapOften(load);
    const [alone, beside]: [number[], number[]] = [[], []];
    let leastOpen = SLOW;
    const done = await rounds(scale, async () => {
      alone.push(...(await tapOften(load)));
      slow.process.send?.('begin');
      await pause(OPENING_MS);
      beside.push(...(await tapOften(load, () => (leastOpen = Math.min(leastOpen, slow.open)))));
      slow.process.send?.('end');
      await pause(OPENING_MS / 3);
    });
    await load.acknowledged();
    const ratios = [0.5, 0.95].map((share) => at(beside, share) / at(alone, share));
    const both = [0.5, 0.95].map(
      (share) => `${at(beside, share).toFixed(1)} ms beside ${at(alone, share).toFixed(1)} ms`,
    );
    return {
      rounds: done,
      found: `${beside.length} taps beside at least ${leastOpen} open slow clients: median ${both[0]}, 95th percentile ${both[1]} without them`,
      holds: ratios.every((ratio) => ratio <= MOST_SLOWDOWN) && leastOpen >= LEAST_OPEN,
    };
  } finally {
    slow.process.kill();
    await server.kill();
  }
}

function startSlowClients(url: string, cookie: string): { process: ChildProcess; readonly open: number } {
  const file = fileURLToPath(new URL('../load/slow-clients-process.ts', import.meta.url));
  const child = fork(file, [url, String(SLOW), cookie]);
  let open = 0;
  child.on('message', (count) => {
    open = Number(count);
  });
  return {
    process: child,
    get open() {
      return open;
    },
  };
}

/** Taps over a new connection each; `between` is called before each. Returns the ms of each tap. */
async function tapOften({ clients }: Load, between: () => void = () => undefined): Promise<number[]> {
  const latencies: number[] = [];
  const [client] = clients;
  if (client) client.phone.headers = { connection: 'close' };
  for (let i = 0; i < TAPS && latencies.filter((ms) => ms === UNANSWERED).length < 10; i += 1) {
    between();
    const begun = performance.now();
    const isDone = await Promise.race([client?.tap(), pause(UNANSWERED, false, { ref: false })]);
    latencies.push(isDone ? performance.now() - begun : UNANSWERED);
    await pause(TAP_EVERY);
  }
  return latencies;
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
