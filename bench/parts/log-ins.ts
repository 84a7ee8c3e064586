import { fixed, ms, whole } from '../format.ts';
import type { LogInOrder, LogInResult } from '../load/log-in-process.ts';
import { startWorker, type Worker } from '../load/worker.ts';
import { type Part, type PartResult, tableOf } from '../report.ts';
import { type Candidate, startFramme, stopAll } from '../servers/candidates.ts';
import { median, percentile } from '../statistics.ts';

const LOG_INS = 200;
const PHONES = 4;
const ROUNDS = 5;
const WINDOW = 3000;
/** The most that the p99 of a check-in may grow while log-ins are hashed. */
const MOST = 10;

/** Latency of check-ins while two hundred log-ins at a time are hashed. */
export const logIns: Part = { name: 'log-ins', title: 'Check-ins during log-ins', run };

interface Round {
  idle: number[];
  loaded: number[];
  result: LogInResult;
}

async function run(): Promise<PartResult> {
  const framme = await startFramme('Framme', { count: PHONES }, { env: { SIGN_INS_PER_HOUR: '9999999' } });
  const load = startWorker<LogInOrder, LogInResult>('log-in-process.ts');
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = await both(framme, load);
    if (round > 0) rounds.push(measured);
  }
  load.stop();
  await stopAll([framme]);
  return resultOf(rounds);
}

/** A window without log-ins and one with them, so that other load on the machine affects both. */
async function both({ generator, server }: Candidate, load: Worker<LogInOrder, LogInResult>): Promise<Round> {
  const idle = await generator.runWindow({ connections: PHONES, ms: WINDOW });
  const order = { url: server.url, concurrency: LOG_INS, ms: WINDOW, email: '@example.org' };
  const answered = load.order(order);
  const loaded = await generator.runWindow({ connections: PHONES, ms: WINDOW });
  return { idle: idle.latencies, loaded: loaded.latencies, result: await answered };
}

function resultOf(rounds: readonly Round[]): PartResult {
  const ratios = rounds.map(({ idle, loaded }) => percentile(loaded, 99) / percentile(idle, 99));
  const [idle, loaded] = [rounds.flatMap((one) => one.idle), rounds.flatMap((one) => one.loaded)];
  const ratio = median(ratios);
  return {
    figures: [
      {
        what: `p99 of a check-in during ${LOG_INS} log-ins, relative to p99 without them`,
        figure: `${fixed(ratio, 1)} times (${ms(percentile(loaded, 99))}, ${ms(percentile(idle, 99))} without)`,
        target: `under ${MOST} times`,
        reached: ratio < MOST,
      },
    ],
    table: tableOf(
      rounds.map((round, i) => ({ ...round, i })),
      [
        ['round', ({ i }) => String(i + 1)],
        ['p50', (one) => ms(percentile(one.idle, 50))],
        ['p99', (one) => ms(percentile(one.idle, 99))],
        ['p50 with log-ins', (one) => ms(percentile(one.loaded, 50))],
        ['p99 with log-ins', (one) => ms(percentile(one.loaded, 99))],
        ['ratio', ({ i }) => fixed(ratios[i] ?? 0, 1)],
        ['hashed', ({ result }) => whole(result.hashed)],
        ['answered 503', ({ result }) => whole(result.late)],
      ],
    ),
  };
}
