import { fixed, megabytes, ms, percent, whole } from '../format.ts';
import type { Figure, Part, PartResult } from '../report.ts';
import { type Candidate, interleave, onSqlite, stopAll, summary } from '../servers/candidates.ts';
import { BARE, FRAMME } from '../servers/measured-server.ts';

export const CONNECTIONS = [1, 16, 64] as const;
const ROUNDS = 5;
const WINDOW = 1500;
export const COLUMNS = [
  'server',
  'connections',
  'check-ins/s',
  'CPU s per 1,000',
  'per CPU second',
  'p50',
  'p99',
  'RSS',
];

/** Durable check-ins over HTTP on SQLite, beside a bare server on the same store and rules. */
export const checkIns: Part = { name: 'check-ins', title: 'Check-ins on SQLite', run };

async function run(): Promise<PartResult> {
  const framme = await onSqlite('Framme', FRAMME, Math.max(...CONNECTIONS));
  const telling = await onSqlite('Framme, each notice sent at once', FRAMME, 16, {
    NOTICE_HOLD_SECONDS: '0',
  });
  const bare = await onSqlite('bare node:http', BARE, Math.max(...CONNECTIONS));
  const rows: string[][] = [];
  const figures: Figure[] = [];
  for (const connections of CONNECTIONS) {
    const candidates = connections === 16 ? [framme, bare, telling] : [framme, bare];
    await interleave(candidates, { rounds: ROUNDS, ms: WINDOW, connections });
    rows.push(...candidates.map((one) => rowOf(one, connections)));
    figures.push(ratioToBare(framme, bare, connections));
    if (connections === 16) figures.push(cost(framme));
  }
  await stopAll([framme, bare, telling]);
  return { figures, how: HOW, table: { columns: COLUMNS, rows } };
}

export function rowOf({ name, windows }: Candidate, connections: number): string[] {
  const { perSecond, perCpuSecond, cpuPerThousand, p50, p99, rss } = summary(windows);
  const cells = [whole(perSecond), fixed(cpuPerThousand, 3), whole(perCpuSecond), ms(p50), ms(p99)];
  return [name, String(connections), ...cells, megabytes(rss)];
}

function ratioToBare(framme: Candidate, bare: Candidate, connections: number): Figure {
  const share = summary(framme.windows).perCpuSecond / summary(bare.windows).perCpuSecond;
  return {
    what: `check-ins per CPU second relative to the bare server, ${connections} connections`,
    figure: percent(share),
    target: 'at least 50 %',
    reached: share >= 0.5,
  };
}

function cost(framme: Candidate): Figure {
  const { cpuPerThousand } = summary(framme.windows);
  return {
    what: 'CPU seconds per 1,000 check-ins, 16 connections',
    figure: fixed(cpuPerThousand, 3),
    target: 'about 0.09 in a trial',
    reached: cpuPerThousand <= 0.1,
  };
}

const HOW = `Each connection is the phone of a separate family, kept alive, which checks a friend in and out in turn and sends the
next tap after the reply to the one before; every reply is checked for its effect. Another process generates the load. All
servers run at the same time and are loaded in turn, ${ROUNDS} windows of ${WINDOW} ms each after one to warm up. Figures are
medians of the windows; latencies are over all of them. CPU is that of the whole server process. The bare server makes the
same calls to the same store (session, one transaction, feed) and runs the same \`applyOps\`. Notices wait for an hour, except
in the row that says otherwise.`;
