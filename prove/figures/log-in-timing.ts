import { calls } from '#domain/protocol/calls.ts';
import { newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import type { Edit } from '../defences/defence.ts';
import { type Figure, type Finding, rngOf, type Scale } from '../figure.ts';
import { compileCache } from '../machine.ts';
import { patchedServer } from '../patched-server.ts';

/** Log-ins per account and address, below the rate limit. */
const TRIES_EACH = 8;
/** Measured again on failure: other load can shift a median once, a real difference shows each time. */
const ATTEMPTS = 3;
const SPLITS = 200;
/**
 * The quantile of the splits within one class that the difference of the classes must stay below; stricter
 * for many pairs, as few are left more to chance.
 */
const quantileFor = (pairs: number) => (pairs < 500 ? 0.9 : 0.75);

const PATCH: readonly Edit[] = [
  {
    file: 'server/auth/endpoints/log-in.ts',
    from: '  const { matches, outdated } = await passwords.check',
    to: "  if (!stored) throw new CallError('invalid-credentials');\n  const { matches, outdated } = await passwords.check",
  },
];

/** Figure 16: unknown e-mails and wrong passwords take the same time (user enumeration by timing). */
export const logInTiming: Figure = {
  number: 16,
  title: 'timing attack: an unknown e-mail and a wrong password take the same time, in interleaved pairs',
  aim: 'the difference of the two medians is below the noise: two random halves of one sample differ by more in at least a quarter of all splits (a tenth for fewer than 500 pairs)',
  long: { rounds: 500, withinMs: 300_000 },
  short: { rounds: 80, withinMs: 400_000 },
  run: (scale) => compare(scale, 'server/main.ts'),
  control: {
    what: 'the same server without hashing for an unknown e-mail',
    rounds: 60,
    patch: PATCH,
    // Once: of several attempts other load would hide the difference in one.
    run: (scale) => compare(scale, patchedServer(PATCH), 1),
  },
};

interface Times {
  unknown: number[];
  wrong: number[];
}

async function compare(scale: Scale, entry: string, attempts = ATTEMPTS): Promise<Finding> {
  const server = await startServer({ entry, env: compileCache });
  const end = Date.now() + scale.withinMs;
  let finding: Finding | undefined;
  for (let attempt = 0; attempt < attempts && !finding?.holds; attempt++) {
    if (finding && Date.now() > end) break;
    const times = await timesOf(server.url, scale.rounds);
    finding = verdictOn(times, rngOf(scale.seed + attempt));
  }
  await server.kill();
  if (!finding) throw new Error('nothing was compared');
  return finding;
}

/** Measures pairs in alternating order, so that other load on the machine affects both classes. */
async function timesOf(url: string, pairs: number): Promise<Times> {
  const times: Times = { unknown: [], wrong: [] };
  const emails = { wrong: '', unknown: '' };
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % TRIES_EACH === 0) {
      emails.wrong = (await registerHousehold(url)).account.email;
      emails.unknown = `nobody-${newId().slice(0, 8)}@example.org`;
    }
    const order = pair % 2 === 0 ? (['wrong', 'unknown'] as const) : (['unknown', 'wrong'] as const);
    for (const which of order) times[which].push(await timeOf(url, emails[which]));
  }
  return times;
}

async function timeOf(url: string, email: string): Promise<number> {
  const begun = performance.now();
  const answer = await postJson(url, calls.logIn.path, { email, password: `${PASSWORD}?` });
  const time = performance.now() - begun;
  if (codeOf(answer) !== 'invalid-credentials') throw new Error(`a log-in answered ${answer.status}`);
  return time;
}

function verdictOn({ unknown, wrong }: Times, rng: () => number): Finding {
  const apart = Math.abs(median(unknown) - median(wrong));
  const splits = Array.from({ length: SPLITS }, (_, i) => halvesApart(i % 2 ? unknown : wrong, rng));
  const quantile = quantileFor(wrong.length);
  const noise = splits.toSorted((a, b) => a - b)[Math.floor(SPLITS * quantile)] ?? 0;
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  return {
    rounds: wrong.length,
    found: `medians of ${ms(median(wrong))} and ${ms(median(unknown))}, ${ms(apart)} apart; halves of one sample at least ${ms(noise)} apart in ${Math.round(100 - 100 * quantile)} % of ${SPLITS} splits`,
    holds: apart < noise,
  };
}

/** Returns the distance between the medians of two random halves. */
function halvesApart(times: readonly number[], rng: () => number): number {
  const shuffled = times.map((time) => ({ time, at: rng() })).toSorted((a, b) => a.at - b.at);
  const half = Math.floor(shuffled.length / 2);
  const [one, other] = [shuffled.slice(0, half), shuffled.slice(half)];
  return Math.abs(median(one.map(({ time }) => time)) - median(other.map(({ time }) => time)));
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
