import { startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { isKept, Load, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';
import { powerCutFolder } from '../power/power-cut.ts';
import { tapAndKill } from './killed-server.ts';

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
  run: cutRounds,
  control: {
    what: 'the same server with synchronous=NORMAL',
    rounds: 6,
    entry: 'prove/servers/normal-sync.ts',
  },
};

async function cutRounds(scale: Scale, entry: string): Promise<Finding> {
  const rng = rngOf(scale.seed);
  const { dataDir, env, cut } = powerCutFolder(rng);
  const server = await startServer({ entry, dataDir, env: { ...env, ...compileCache } });
  let bytes = 0;
  try {
    const load = await Load.on(server.url, PHONES);
    const loseBytes = () => {
      bytes += cut();
    };
    const done = await rounds(scale, () => tapAndKill(load, server, rng() * LONGEST_LIFE, loseBytes));
    const losses = await load.losses();
    return {
      rounds: done,
      found: `${summaryOf(losses)}; ${bytes} unsynced bytes were lost`,
      holds: isKept(losses) && bytes > 0,
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
