import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import { diceOf, type Figure, type Finding, rounds, type Scale } from '../figure.ts';
import { LiveReader } from '../live-reader.ts';
import { compileCache } from '../machine.ts';
import { countLosses, inWords, type Tapper, tappersOf } from '../tapper.ts';
import { serverWithout } from '../without.ts';
import { callWitness } from '../witness.ts';

const PHONES = 6;

/** Figure 10: two servers on one database, one of which is killed, again and again. */
export const twoInstances: Figure = {
  number: 10,
  title: 'two instances on one PostgreSQL, one is killed',
  aim: '0 lost, 0 gaps in the live stream',
  long: { rounds: 60, withinMs: 60_000 },
  short: { rounds: 3, withinMs: 8_000 },
  run: (scale) => killOneOfTwo(scale, 'server/main.ts'),
  control: {
    what: 'two such servers without stored outcomes and without resuming a stream exactly',
    rounds: 5,
    run: (scale) =>
      killOneOfTwo(
        scale,
        serverWithout(
          { file: 'server/sync/apply-ops.ts', from: '    ops.map(({ op }) => op),\n', to: '    [],\n' },
          { file: 'server/sync/ledger.ts', from: 'outcomes: this.#recorded', to: 'outcomes: []' },
          {
            file: 'server/sync/ledger.ts',
            from: 'return sequence > this.#lastSequence;',
            to: 'return sequence > 0;',
          },
          {
            file: 'server/live/live.ts',
            from: "headers['last-event-id'] ?? (query",
            to: '(query',
          },
        ),
      ),
  },
};

async function killOneOfTwo(scale: Scale, entry: string): Promise<Finding> {
  const dice = diceOf(scale.seed);
  const postgres = await startPostgres();
  const witness = callWitness();
  const env = { ...compileCache, LOG_LEVEL: 'silent', DATABASE_URL: postgres.address };
  const servers = [await startServer({ entry, env }), await startServer({ entry, env })] as const;
  try {
    const tappers = await tappersOf(servers[0].url, PHONES, witness);
    const first = await tappers[0]?.phone.sync();
    const urls = servers.map(({ url }) => url);
    const reader = new LiveReader(urls, tappers[0]?.phone.cookie ?? '', first?.cursor ?? 0);
    const listening = reader.listen();
    let isOver = false;
    const tapping = Promise.all(tappers.map((tapper) => tapAtEither(tapper, urls, () => isOver)));
    const done = await rounds(scale, async (index) => killAndBringBack(servers[index % 2 ? 1 : 0], dice()));
    isOver = true;
    await tapping;
    for (const tapper of tappers) if (!(await tapper.tap())) tapper.wrong.push('never answered');
    const { cursor = 0 } = (await tappers[0]?.phone.sync()) ?? {};
    for (let i = 0; i < 100 && reader.version < cursor; i++) await pause(50);
    reader.stop();
    await listening;
    const losses = await countLosses(tappers, await witness.testify());
    const { gaps, pages, connections, version } = reader;
    return {
      rounds: done,
      found: `${inWords(losses)}; a stream of ${pages} pages over ${connections} connections had ${gaps} gaps and ended at version ${version} of ${cursor}`,
      holds: losses.lost + losses.doubled + losses.wrong + gaps === 0 && version === cursor && pages > 0,
    };
  } finally {
    for (const server of servers) await server.kill();
    await postgres.stop();
  }
}

async function killAndBringBack(server: RunningServer, dice: number): Promise<void> {
  await pause(100 + dice * 300);
  await server.kill();
  await pause(50);
  await server.restart();
}

/** Taps at one server, and at the other as soon as one does not answer; after some tries it gives up. */
async function tapAtEither(tapper: Tapper, urls: readonly string[], isOver: () => boolean): Promise<void> {
  for (let misses = 0; !isOver() && misses < 100; ) {
    if (await tapper.tap()) misses = 0;
    else {
      misses += 1;
      tapper.phone.url = urls.find((url) => url !== tapper.phone.url) ?? '';
      await pause(10);
    }
  }
}
