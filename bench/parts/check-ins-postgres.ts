import { contestant, dismiss, fill, interleave, summary } from '../contestants.ts';
import { FRAMME, runFolder } from '../measured-server.ts';
import { benchDatabase } from '../postgres.ts';
import type { Figure, Part, PartResult } from '../report.ts';
import { fixed, whole } from '../words.ts';
import { COLUMNS, CONNECTIONS, rowOf } from './check-ins.ts';

const ROUNDS = 3;
const WINDOW = 1500;

/** The same load on PostgreSQL, beside the same server on SQLite. */
export const checkInsPostgres: Part = { name: 'check-ins-postgres', title: 'Check-ins on PostgreSQL', run };

async function run(): Promise<PartResult> {
  const database = await benchDatabase();
  const families = [{ count: Math.max(...CONNECTIONS), visits: 0 }];
  const onPostgres = { dataDir: runFolder(), databaseUrl: database.address };
  const onSqlite = { dataDir: runFolder() };
  const contestants = [
    await contestant('Framme on PostgreSQL', FRAMME, await fill(onPostgres, families), onPostgres),
    await contestant('Framme on SQLite', FRAMME, await fill(onSqlite, families), onSqlite),
  ];
  const rows: string[][] = [];
  const figures: Figure[] = [];
  for (const connections of CONNECTIONS) {
    await interleave(contestants, { rounds: ROUNDS, ms: WINDOW, connections });
    rows.push(...contestants.map((one) => rowOf(one, connections)));
  }
  const [postgres] = contestants;
  if (postgres) figures.push(carried(summary(postgres.windows)));
  await dismiss(contestants);
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

const HOW = `The same load, phones and checks as above. PostgreSQL 18 runs on this machine with its usual durability (fsync on,
synchronous_commit on) and takes its own share of the cores, which is not in the column CPU: that is the app's process alone.
${ROUNDS} windows of ${WINDOW} ms each.`;
