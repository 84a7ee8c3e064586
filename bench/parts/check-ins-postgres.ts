import { fixed, whole } from '../format.ts';
import type { Figure, Part, PartResult } from '../report.ts';
import { benchDatabase } from '../servers/bench-database.ts';
import { fill, interleave, startCandidate, stopAll, summary } from '../servers/candidates.ts';
import { FRAMME, runFolder } from '../servers/measured-server.ts';
import { COLUMNS, CONNECTIONS, rowOf } from './check-ins.ts';

const ROUNDS = 3;
const WINDOW = 1500;

/** The check-in load on PostgreSQL, beside the same server on SQLite. */
export const checkInsPostgres: Part = { name: 'check-ins-postgres', title: 'Check-ins on PostgreSQL', run };

async function run(): Promise<PartResult> {
  const database = await benchDatabase();
  const families = [{ count: Math.max(...CONNECTIONS), visits: 0 }];
  const onPostgres = { dataDir: runFolder(), databaseUrl: database.address };
  const onSqlite = { dataDir: runFolder() };
  const candidates = [
    await startCandidate('Framme on PostgreSQL', FRAMME, await fill(onPostgres, families), onPostgres),
    await startCandidate('Framme on SQLite', FRAMME, await fill(onSqlite, families), onSqlite),
  ];
  const rows: string[][] = [];
  const figures: Figure[] = [];
  for (const connections of CONNECTIONS) {
    await interleave(candidates, { rounds: ROUNDS, ms: WINDOW, connections });
    rows.push(...candidates.map((one) => rowOf(one, connections)));
  }
  const [postgres] = candidates;
  if (postgres) figures.push(carried(summary(postgres.windows)));
  await stopAll(candidates);
  await database.stop();
  return { figures, how: HOW, table: { columns: COLUMNS, rows } };
}

function carried({ perSecond, cpuPerThousand }: ReturnType<typeof summary>): Figure {
  return {
    what: 'check-ins/s on PostgreSQL, 64 connections, one instance',
    figure: `${whole(perSecond)} (${fixed(cpuPerThousand, 3)} CPU s per 1,000)`,
    target: 'none',
  };
}

const HOW = `The same load, phones and checks as above. PostgreSQL 18 runs on this machine with its default durability (fsync on,
synchronous_commit on) and uses its own share of the cores. The CPU columns do not include it: they count the app's process
only. ${ROUNDS} windows of ${WINDOW} ms each.`;
