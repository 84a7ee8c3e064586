import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { HouseholdStream } from '../load/live-reader.ts';
import { isKept, Load, type LoadClient, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';
import { readEdits } from '../mutations/mutation.ts';

const PHONES = 6;

const PATCH = readEdits(`
@ server/sync/apply-ops.ts
- const ids = ops.map(({ op }) => op.op);
+ const ids: Id[] = [];
@ server/sync/unit-of-work.ts
- outcomes: this.recorded
+ outcomes: []
@ server/sync/unit-of-work.ts
- return sequence > this.#lastSequence;
+ return sequence > 0;
@ server/live/live-streams.ts
- headers['last-event-id'] ?? cursor
+ cursor
`);

/** Figure 10: two servers on one database, killed in turn. */
export const twoInstances: Figure = {
  number: 10,
  title: 'two instances on one PostgreSQL, one is killed',
  aim: '0 lost, 0 gaps in the live stream',
  long: { rounds: 60, withinMs: 180_000 },
  short: { rounds: 3, withinMs: 8_000 },
  run: killOneOfTwo,
  control: {
    what: 'two instances without stored outcomes and without exact resumption of streams',
    rounds: 5,
    patch: PATCH,
  },
};

async function killOneOfTwo(scale: Scale, entry: string): Promise<Finding> {
  const rng = rngOf(scale.seed);
  const postgres = await startPostgres();
  const env = { ...compileCache, LOG_LEVEL: 'silent', DATABASE_URL: postgres.address };
  const servers = [await startServer({ entry, env }), await startServer({ entry, env })] as const;
  try {
    const load = await Load.on(servers[0].url, PHONES);
    const [client] = load.clients;
    if (!client) throw new Error('nobody taps');
    const { phone } = client;
    const first = await phone.sync();
    const urls = servers.map(({ url }) => url);
    const reader = new HouseholdStream(urls, phone.cookie, first.cursor);
    const listening = reader.listen();
    let isOver = false;
    const tapping = Promise.all(load.clients.map((client) => tapAtEither(client, urls, () => isOver)));
    const kill = (index: number) => killAndBringBack(servers[index % 2 ? 1 : 0], rng());
    // One gap is enough.
    const done = await rounds(scale, kill, () => reader.gaps > 0);
    isOver = true;
    await tapping;
    for (const client of load.clients) await tapAtLast(client);
    const { cursor } = await phone.sync();
    for (let i = 0; i < 100 && reader.version < cursor; i++) await pause(50);
    reader.stop();
    await listening;
    const losses = await load.losses();
    const { gaps, pages, connections, version } = reader;
    return {
      rounds: done,
      found: `${summaryOf(losses)}; a live stream of ${pages} pages over ${connections} connections had ${gaps} gaps and ended at version ${version} of ${cursor}`,
      holds: isKept(losses) && gaps === 0 && version === cursor && pages > 0,
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
