import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { openAckLog } from '../load/ack-log.ts';
import { addLosses, countLosses, type Losses, loadClientsOf, summaryOf } from '../load/load-client.ts';
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
  run: (scale) => killRounds(scale, 'server/main.ts'),
  control: {
    what: 'the same server without stored outcomes',
    rounds: 60,
    run: (scale) => killRounds(scale, 'tests/support/server/non-idempotent-server.ts'),
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
    holds: losses.lost + losses.doubled + losses.wrong === 0 && losses.acknowledged > 0,
  };
}

async function killLane(scale: Scale, entry: string): Promise<{ done: number; losses: Losses }> {
  const rng = rngOf(scale.seed);
  const ackLog = openAckLog();
  const server = await startServer({ entry, env: compileCache });
  try {
    const clients = await loadClientsOf(server.url, PHONES, ackLog);
    const round = async () => {
      // Warms up: the first answers of a server take longest.
      await clients[0]?.tap();
      const tapping = Promise.all(clients.map((client) => client.tapUntil(() => false)));
      await pause(rng() * LONGEST_LIFE);
      await server.kill();
      await tapping;
      await server.restart();
    };
    const isFound = () => clients.some(({ wrong }) => wrong.length > 0);
    const done = await rounds(scale, round, isFound);
    for (const client of clients) await client.tap();
    return { done, losses: await countLosses(clients, await ackLog.close()) };
  } finally {
    await server.kill();
  }
}
