import { calls } from '#domain/protocol/calls.ts';
import { newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import type { Edit } from '../defences/defence.ts';
import { type Figure, type Finding, rngOf, type Scale } from '../figure.ts';
import { compileCache } from '../machine.ts';
import { patchedServer } from '../patched-server.ts';
import { BELOW_NOISE, verdictOn } from '../samples.ts';

/** Log-ins per account and address, below the rate limit. */
const TRIES_EACH = 8;
/** Measured again on failure: other load can shift a median once, a real difference shows each time. */
const ATTEMPTS = 3;
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
  aim: BELOW_NOISE,
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
    finding = verdictOn([times.wrong, times.unknown], rngOf(scale.seed + attempt));
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
