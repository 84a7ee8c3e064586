import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { type PostgresProcess, startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { get } from '#tests/support/server/http.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { isKept, Load, refusalsIn, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';
import { readEdits } from '../mutations/mutation.ts';

const PHONES = 6;
const READY_IN = 5000;

const PATCH = readEdits(`
@ server/store/postgres/connection/errors.ts
- (08|28|3D|53|57|58)|^(25006|25P03|25P04|55P03)
+ (never)
`);

/** Figure 9: the database behind the server goes away every two seconds. */
export const postgresRestarts: Figure = {
  number: 9,
  title: 'PostgreSQL restarted, or all its connections terminated, every 2 s',
  aim: '0 acknowledged taps lost; ready again within 5 s',
  long: { rounds: 40, withinMs: 300_000 },
  short: { rounds: 2, withinMs: 10_000 },
  run: breakRounds,
  control: {
    what: 'the same server, reporting an unavailable database as its own crash',
    rounds: 2,
    patch: PATCH,
  },
};

async function breakRounds(scale: Scale, entry: string): Promise<Finding> {
  const rng = rngOf(scale.seed);
  await using postgres = await startPostgres();
  const env = { ...compileCache, LOG_LEVEL: 'silent', DATABASE_URL: postgres.address };
  await using server = await startServer({ entry, env });
  const load = await Load.on(server.url, PHONES);
  let [done, slowest] = [0, 0];
  const { statuses } = await load.tapDuring(async () => {
    done = await rounds(scale, async (index) => {
      await pause(1500 + rng() * 1000);
      slowest = Math.max(slowest, await breakOnce(postgres, index, server.url));
    });
  });
  await load.tap(1);
  const losses = await load.losses();
  const { told, isExpected } = refusalsIn(statuses, [0, 200, 503]);
  return {
    rounds: done,
    found: `${summaryOf(losses)}; ready again after at most ${slowest} ms; ${told}`,
    holds: isKept(losses) && isExpected && slowest <= READY_IN,
  };
}

/**
 * Restarts the database every fourth time, else ends all its connections. Returns the ms until it is ready
 * again.
 */
async function breakOnce(postgres: PostgresProcess, index: number, url: string): Promise<number> {
  if (index % 4 === 3) await postgres.restart();
  else await endConnections(postgres.address);
  const begun = Date.now();
  while (Date.now() - begun < 2 * READY_IN) {
    const { status } = await get(url, '/api/health').catch(() => ({ status: 0 }));
    if (status === 200) return Date.now() - begun;
    await pause(10);
  }
  return 2 * READY_IN;
}

async function endConnections(address: string): Promise<void> {
  const client = new Client({ connectionString: address });
  await client.connect();
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  await client.end();
}
