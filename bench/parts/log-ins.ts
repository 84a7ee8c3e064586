import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Contestant, dismiss, onSqlite } from '../contestants.ts';
import type { LogInOrder, LogInResult } from '../log-in-load.ts';
import { FRAMME } from '../measured-server.ts';
import type { Part, PartResult } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { fixed, ms, whole } from '../words.ts';

const LOG_INS = 200;
const PHONES = 4;
const ROUNDS = 5;
const WINDOW = 3000;
/** The p99 of a check-in may grow by this much while log-ins are hashed. */
const MOST = 10;

/** Check-ins while two hundred log-ins at a time have their passwords hashed. */
export const logIns: Part = { name: 'log-ins', title: 'Check-ins beside log-ins', run };

interface Round {
  idle: number[];
  pressed: number[];
  result: LogInResult;
}

async function run(): Promise<PartResult> {
  const framme = await onSqlite('Framme', FRAMME, PHONES, { SIGN_INS_PER_HOUR: '9999999' });
  const load = fork(fileURLToPath(new URL('../log-in-load.ts', import.meta.url)));
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = await both(framme, load);
    if (round > 0) rounds.push(measured);
  }
  load.kill();
  await dismiss([framme]);
  return resultOf(rounds);
}

/** A window without log-ins and one with them, so that whatever else the machine does falls on both. */
async function both({ generator, server }: Contestant, load: ChildProcess): Promise<Round> {
  const idle = await generator.press(PHONES, WINDOW);
  const order: LogInOrder = { url: server.url, atOnce: LOG_INS, ms: WINDOW, email: '@example.org' };
  load.send(order);
  const answered = once(load, 'message');
  const pressed = await generator.press(PHONES, WINDOW);
  const [result] = (await answered) as [LogInResult];
  return { idle: idle.latencies, pressed: pressed.latencies, result };
}

function resultOf(rounds: readonly Round[]): PartResult {
  const ratios = rounds.map(({ idle, pressed }) => percentile(pressed, 99) / percentile(idle, 99));
  const [idle, pressed] = [rounds.flatMap((one) => one.idle), rounds.flatMap((one) => one.pressed)];
  const ratio = median(ratios);
  return {
    figures: [
      {
        what: `p99 of a check-in while ${LOG_INS} log-ins are hashed, beside its p99 without them`,
        figure: `${fixed(ratio, 1)} times (${ms(percentile(pressed, 99))} beside ${ms(percentile(idle, 99))})`,
        target: `under ${MOST} times`,
        reached: ratio < MOST,
      },
    ],
    how: HOW,
    table: {
      columns: [
        'round',
        'p50',
        'p99',
        'p50 with log-ins',
        'p99 with log-ins',
        'times',
        'hashed',
        'told to wait',
      ],
      rows: rounds.map(({ idle, pressed, result }, i) => [
        String(i + 1),
        ...[idle, pressed].flatMap((times) => [50, 99].map((one) => ms(percentile(times, one)))),
        `${fixed(ratios[i] ?? 0, 1)}`,
        whole(result.hashed),
        whole(result.late),
      ]),
    },
  };
}

const HOW = `${PHONES} phones check a friend in and out as in the part above, ${WINDOW} ms without log-ins and ${WINDOW} ms beside ${LOG_INS}
connections that each try a password, and another when that is answered; both in turn, ${ROUNDS} times after one to warm up. The
figure is the median of the rounds. The log-ins come from a process of their own, on the same cores as everything else.`;
