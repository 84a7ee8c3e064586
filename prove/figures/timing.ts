import { calls } from '#domain/protocol/calls.ts';
import { followingFamilies, householdOf } from '#tests/support/people/following-families.ts';
import { newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rngOf, type Scale, SERVER } from '../figure.ts';
import { compileCache } from '../machine.ts';
import { readEdits } from '../mutations/mutation.ts';

const BELOW_NOISE =
  'the difference of the two medians is below the noise: two random halves of one sample differ by more in at least a quarter of all splits (a tenth for fewer than 500 pairs)';

/** Figure 16: unknown e-mails and wrong passwords take the same time (user enumeration by timing). */
export const logInTiming: Figure = {
  number: 16,
  title: 'timing attack: an unknown e-mail and a wrong password take the same time, in interleaved pairs',
  aim: BELOW_NOISE,
  long: { rounds: 500, withinMs: 300_000 },
  short: { rounds: 80, withinMs: 400_000 },
  run: compareLogIns,
  control: {
    what: 'the same server without hashing for an unknown e-mail',
    rounds: 60,
    patch: readEdits(`
@ server/auth/endpoints/password-sign-in.ts
-   const { matches, outdated } = await passwords.check
+   if (!stored) throw new CallError('invalid-credentials');
+   const { matches, outdated } = await passwords.check
`),
  },
};

/** Figure 32: the id of another family's following and an unknown one take the same time (enumeration by timing). */
export const followingTiming: Figure = {
  number: 32,
  title:
    'timing attack: the id of a following of other families and an unknown one take the same time, in interleaved pairs',
  aim: BELOW_NOISE,
  long: { rounds: 4000, withinMs: 300_000 },
  short: { rounds: 1000, withinMs: 60_000 },
  run: compareFollowings,
  control: {
    what: 'the same server, which finds a following by its id alone and then looks whose it is',
    rounds: 2000,
    // The one who asks is neither host nor home.
    patch: readEdits(`
@ server/store/sharing/followers.ts
- WHERE home.id = $1 AND f.home = home.
+ WHERE home.id = $1 AND f.home > 0 * home.
@ server/following/following-handlers.ts
- const seen = row && visibleVisit(context, row, now());
+ const found = row && visibleVisit(context, row, now());
+ if (found) toFollowedVisit(found, now());
+ const seen = row?.host === household ? found : undefined;
`),
  },
};

/** Log-ins per account and address, below the rate limit. */
const TRIES_EACH = 8;

async function compareLogIns(scale: Scale, entry: string): Promise<Finding> {
  const server = await startServer({ entry, env: compileCache });
  const { url } = server;
  let emails = ['', ''];
  const finding = await compare(scale, entry, async (which, pair) => {
    if (pair % TRIES_EACH === 0 && which === 0)
      emails = [(await registerHousehold(url)).account.email, `nobody-${newId().slice(0, 8)}@example.org`];
    const begun = performance.now();
    const answer = await postJson(url, calls.logIn.path, {
      email: emails[which],
      password: `${PASSWORD}?`,
    });
    const time = performance.now() - begun;
    if (codeOf(answer) !== 'invalid-credentials') throw new Error(`a log-in answered ${answer.status}`);
    return time;
  });
  await server.kill();
  return finding;
}

/** Pairs before those that count, while the server compiles. */
const WARM_UP = 50;

/** Asks in both ways that look an id up. */
async function compareFollowings(scale: Scale, entry: string): Promise<Finding> {
  const server = await startServer({ entry, env: { ...compileCache, OPS_PER_MINUTE: '999999999' } });
  const { eve, id: foreign } = await followingFamilies(server.url);
  const timeOf = async (which: 0 | 1) => {
    const id = which === 0 ? newId() : foreign;
    const message = { ...householdOf(eve), id, answer: { code: 'thanks' } };
    const begun = performance.now();
    const answers = [
      await eve.post(calls.answerFollowed.path, message),
      await eve.post(calls.endFollowing.path, message),
    ];
    const time = performance.now() - begun;
    for (const answer of answers)
      if (codeOf(answer) !== 'not-found') throw new Error(`an id was answered ${answer.status}`);
    return time;
  };
  const finding = await compare(scale, entry, timeOf, WARM_UP);
  await server.kill();
  return finding;
}

const SPLITS = 200;
/**
 * The quantile of the splits within one class that the difference of the classes must stay below; stricter
 * for many pairs, as few are left more to chance.
 */
const quantileFor = (pairs: number) => (pairs < 500 ? 0.9 : 0.75);

/** Measured again on failure: other load can shift a median once, a real difference shows each time. */
const ATTEMPTS = 3;

/** Takes pairs in alternating order, so that other load affects both, and judges them; those before `warmUp` do not count. */
async function compare(
  { rounds, seed, withinMs }: Scale,
  entry: string,
  timeOf: (which: 0 | 1, pair: number) => Promise<number>,
  warmUp = 0,
): Promise<Finding> {
  const end = Date.now() + withinMs;
  const attempt = async (at: number) => {
    const times: [number[], number[]] = [[], []];
    for (let pair = -warmUp; pair < rounds; pair += 1)
      for (const which of pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const took = await timeOf(which, pair);
        if (pair >= 0) times[which].push(took);
      }
    return verdictOn(times, rngOf(seed + at));
  };
  let finding = await attempt(0);
  // A control is measured once: of several attempts other load would hide the difference in one.
  const attempts = entry === SERVER ? ATTEMPTS : 1;
  for (let at = 1; at < attempts && !finding.holds && Date.now() <= end; at += 1) finding = await attempt(at);
  return finding;
}

/** Judges two samples that were taken in turn: they are alike if their medians are no further apart than chance makes them. */
function verdictOn(
  [one, other]: readonly [readonly number[], readonly number[]],
  rng: () => number,
): Finding {
  const apart = Math.abs(median(other) - median(one));
  const splits = Array.from({ length: SPLITS }, (_, i) => halvesApart(i % 2 ? other : one, rng));
  const quantile = quantileFor(one.length);
  const noise = splits.toSorted((a, b) => a - b)[Math.floor(SPLITS * quantile)] ?? 0;
  const ms = (value: number) => `${value.toFixed(3)} ms`;
  return {
    rounds: one.length,
    found: `medians of ${ms(median(one))} and ${ms(median(other))}, ${ms(apart)} apart; halves of one sample at least ${ms(noise)} apart in ${Math.round(100 - 100 * quantile)} % of ${SPLITS} splits`,
    holds: apart < noise,
  };
}

/** The distance between the medians of two random halves. */
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
