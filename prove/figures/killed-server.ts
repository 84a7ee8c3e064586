import { setTimeout as pause } from 'node:timers/promises';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { addLosses, isKept, Load, type Losses, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';

const PHONES = 6;
const LONGEST_LIFE = 120;

/** Figure 1: the server is killed in the middle of a stream of acknowledged check-ins. */
export const killedServer: Figure = {
  number: 1,
  title: 'kill -9 of the server during a stream of acknowledged check-ins',
  aim: '1,000 rounds: 0 lost, 0 doubled',
  long: { rounds: 1000, withinMs: 1_200_000 },
  short: { rounds: 8, withinMs: 12_000 },
  run: killRounds,
  control: {
    what: 'the same server without stored outcomes',
    rounds: 60,
    entry: 'tests/support/server/non-idempotent-server.ts',
  },
};

/** Runs two lanes at once, for a machine of two cores. */
async function killRounds({ rounds, seed, withinMs }: Scale, entry: string): Promise<Finding> {
  const lanes = rounds > 50 ? 2 : 1;
  const found = await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      killLane({ rounds: Math.ceil(rounds / lanes), seed: seed + lane, withinMs }, entry),
    ),
  );
  const losses = found.map(({ losses }) => losses).reduce(addLosses);
  return {
    rounds: found.reduce((all, { done }) => all + done, 0),
    found: summaryOf(losses),
    holds: isKept(losses),
  };
}

async function killLane(scale: Scale, entry: string): Promise<{ done: number; losses: Losses }> {
  const rng = rngOf(scale.seed);
  await using server = await startServer({ entry, env: compileCache });
  const load = await Load.on(server.url, PHONES);
  const round = () => tapAndKill(load, server, rng() * LONGEST_LIFE);
  const isFound = () => load.clients.some(({ wrong }) => wrong.length > 0);
  const done = await rounds(scale, round, isFound);
  await load.tap(1);
  return { done, losses: await load.losses() };
}

/** Kills a server while all phones tap, so many ms after they began. It is restarted after `meanwhile`. */
export async function tapAndKill(
  load: Load,
  server: RunningServer,
  ms: number,
  meanwhile: () => void = () => undefined,
): Promise<void> {
  // Warms up: the first answers of a server take longest.
  await load.clients[0]?.tap();
  const tapping = load.tap();
  await pause(ms);
  await server.kill();
  await tapping;
  meanwhile();
  await server.restart();
}
