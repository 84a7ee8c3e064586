import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { openAckLog } from '../load/ack-log.ts';
import { countLosses, loadClientsOf, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';
import { powerCutFolder } from '../power/power-cut.ts';

const PHONES = 4;
const LONGEST_LIFE = 150;

/** Figure 2: after a power cut only synced bytes survive, and any part of the others. */
export const powerCut: Figure = {
  number: 2,
  title: 'power cut: synced bytes survive, and random pages of the others',
  aim: '300 rounds: 0 lost',
  tools: [{ name: 'cc', get: 'Install a C compiler, like the package "gcc".' }],
  long: { rounds: 300, withinMs: 600_000 },
  short: { rounds: 5, withinMs: 8_000 },
  run: (scale) => cutRounds(scale, 'server/main.ts'),
  control: {
    what: 'the same server with synchronous=NORMAL',
    rounds: 6,
    run: (scale) => cutRounds(scale, 'prove/servers/normal-sync.ts'),
  },
};

async function cutRounds(scale: Scale, entry: string): Promise<Finding> {
  const rng = rngOf(scale.seed);
  const ackLog = openAckLog();
  const { dataDir, env, cut } = powerCutFolder(rng);
  const server = await startServer({ entry, dataDir, env: { ...env, ...compileCache } });
  let bytes = 0;
  try {
    const clients = await loadClientsOf(server.url, PHONES, ackLog);
    const done = await rounds(scale, async () => {
      // Warms up: the first answers of a server take longest.
      await clients[0]?.tap();
      const tapping = Promise.all(clients.map((client) => client.tapUntil(() => false)));
      await pause(rng() * LONGEST_LIFE);
      await server.kill();
      await tapping;
      bytes += cut();
      await server.restart();
    });
    const losses = await countLosses(clients, await ackLog.close());
    const isAllThere = losses.lost + losses.doubled + losses.wrong === 0;
    return {
      rounds: done,
      found: `${summaryOf(losses)}; ${bytes} unsynced bytes were lost`,
      holds: isAllThere && bytes > 0 && losses.acknowledged > 0,
    };
  } catch (error) {
    return {
      rounds: scale.rounds,
      found: `the family could not be read back (${String(error).slice(0, 40)})`,
      holds: false,
    };
  } finally {
    await server.kill();
  }
}
