import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import type { Edit } from '../defences/defence.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { openAckLog } from '../load/ack-log.ts';
import { LiveReader } from '../load/live-reader.ts';
import { countLosses, type LoadClient, loadClientsOf, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';
import { patchedServer } from '../patched-server.ts';

const PHONES = 6;

const PATCH: readonly Edit[] = [
  {
    file: 'server/sync/apply-ops.ts',
    from: 'const ids = ops.map(({ op }) => op.op);',
    to: 'const ids: Id[] = [];',
  },
  { file: 'server/sync/ledger.ts', from: 'outcomes: this.#recorded', to: 'outcomes: []' },
  {
    file: 'server/sync/ledger.ts',
    from: 'return sequence > this.#lastSequence;',
    to: 'return sequence > 0;',
  },
  {
    file: 'server/live/live.ts',
    from: "headers['last-event-id'] ?? cursor",
    to: 'cursor',
  },
];

/** Figure 10: two servers on one database, killed in turn. */
export const twoInstances: Figure = {
  number: 10,
  title: 'two instances on one PostgreSQL, one is killed',
  aim: '0 lost, 0 gaps in the live stream',
  long: { rounds: 60, withinMs: 180_000 },
  short: { rounds: 3, withinMs: 8_000 },
  run: (scale) => killOneOfTwo(scale, 'server/main.ts'),
  control: {
    what: 'two instances without stored outcomes and without exact resumption of streams',
    rounds: 5,
    patch: PATCH,
    run: (scale) => killOneOfTwo(scale, patchedServer(PATCH)),
  },
};

async function killOneOfTwo(scale: Scale, entry: string): Promise<Finding> {
  const rng = rngOf(scale.seed);
  const postgres = await startPostgres();
  const ackLog = openAckLog();
  const env = { ...compileCache, LOG_LEVEL: 'silent', DATABASE_URL: postgres.address };
  const servers = [await startServer({ entry, env }), await startServer({ entry, env })] as const;
  try {
    const clients = await loadClientsOf(servers[0].url, PHONES, ackLog);
    const first = await clients[0]?.phone.sync();
    const urls = servers.map(({ url }) => url);
    const reader = new LiveReader(urls, clients[0]?.phone.cookie ?? '', first?.cursor ?? 0);
    const listening = reader.listen();
    let isOver = false;
    const tapping = Promise.all(clients.map((client) => tapAtEither(client, urls, () => isOver)));
    const kill = (index: number) => killAndBringBack(servers[index % 2 ? 1 : 0], rng());
    // One gap is enough.
    const done = await rounds(scale, kill, () => reader.gaps > 0);
    isOver = true;
    await tapping;
    for (const client of clients) await tapAtLast(client);
    const { cursor = 0 } = (await clients[0]?.phone.sync()) ?? {};
    for (let i = 0; i < 100 && reader.version < cursor; i++) await pause(50);
    reader.stop();
    await listening;
    const losses = await countLosses(clients, await ackLog.close());
    const { gaps, pages, connections, version } = reader;
    return {
      rounds: done,
      found: `${summaryOf(losses)}; a live stream of ${pages} pages over ${connections} connections had ${gaps} gaps and ended at version ${version} of ${cursor}`,
      holds: losses.lost + losses.doubled + losses.wrong + gaps === 0 && version === cursor && pages > 0,
    };
  } finally {
    for (const server of servers) await server.kill();
    await postgres.stop();
  }
}

async function killAndBringBack(server: RunningServer, rng: number): Promise<void> {
  await pause(100 + rng * 300);
  await server.kill();
  await pause(50);
  await server.restart();
}

/** A server that has just been brought back may still refuse. */
async function tapAtLast(client: LoadClient): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    if (await client.tap()) return;
    await pause(100);
  }
  client.wrong.push('never answered');
}

/** Taps at one server, and at the other when it does not answer; gives up after some tries. */
async function tapAtEither(
  client: LoadClient,
  urls: readonly string[],
  isOver: () => boolean,
): Promise<void> {
  for (let misses = 0; !isOver() && misses < 100; ) {
    if (await client.tap()) misses = 0;
    else {
      misses += 1;
      client.phone.url = urls.find((url) => url !== client.phone.url) ?? '';
      await pause(10);
    }
  }
}
