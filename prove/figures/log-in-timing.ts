import { calls } from '#domain/protocol/calls.ts';
import { newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import type { Edit } from '../defences/defence.ts';
import type { Figure, Finding, Scale } from '../figure.ts';
import { compileCache } from '../machine.ts';
import { patchedServer } from '../patched-server.ts';
import { ATTEMPTS, BELOW_NOISE, compareSamples } from '../samples.ts';

/** Log-ins per account and address, below the rate limit. */
const TRIES_EACH = 8;
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

async function compare(scale: Scale, entry: string, attempts = ATTEMPTS): Promise<Finding> {
  const server = await startServer({ entry, env: compileCache });
  const finding = await compareSamples(scale, attempts, () => timesOf(server.url, scale.rounds));
  await server.kill();
  return finding;
}

/** Measures pairs in alternating order, so that other load on the machine affects both classes. */
async function timesOf(url: string, pairs: number): Promise<[wrong: number[], unknown: number[]]> {
  const times: [number[], number[]] = [[], []];
  let emails = ['', ''] as [wrong: string, unknown: string];
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % TRIES_EACH === 0)
      emails = [(await registerHousehold(url)).account.email, `nobody-${newId().slice(0, 8)}@example.org`];
    for (const which of pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      times[which].push(await timeOf(url, emails[which]));
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
