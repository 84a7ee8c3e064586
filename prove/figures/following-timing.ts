import { calls } from '#domain/protocol/calls.ts';
import { followingFamilies, householdOf } from '#tests/support/people/following-families.ts';
import { type HouseholdOnPhone, newId } from '#tests/support/people/household.ts';
import { codeOf } from '#tests/support/server/http.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import type { Edit } from '../defences/defence.ts';
import type { Figure, Finding, Scale } from '../figure.ts';
import { compileCache } from '../machine.ts';
import { patchedServer } from '../patched-server.ts';
import { ATTEMPTS, BELOW_NOISE, compareSamples } from '../samples.ts';

/** Pairs before those that count, while the server compiles. */
const WARM_UP = 50;

const PATCH: readonly Edit[] = [
  {
    file: 'server/store/shared/followers.ts',
    from: 'WHERE home.id = $1 AND f.home = home.',
    to: 'WHERE home.id = $1 AND f.home > 0 * home.',
  },
  {
    file: 'server/following/calls.ts',
    // The one who asks is neither host nor home.
    from: 'const seen = row && seenIn(context, row, now());',
    to: `const found = row && seenIn(context, row, now());
      if (found) shownTo(found, now());
      const seen = row?.host === household ? found : undefined;`,
  },
];

/** Figure 32: the id of another family's following and an unknown one take the same time (enumeration by timing). */
export const followingTiming: Figure = {
  number: 32,
  title:
    'timing attack: the id of a following of other families and an unknown one take the same time, in interleaved pairs',
  aim: BELOW_NOISE,
  long: { rounds: 4000, withinMs: 300_000 },
  short: { rounds: 1000, withinMs: 60_000 },
  run: (scale) => compare(scale, 'server/main.ts'),
  control: {
    what: 'the same server, which finds a following by its id alone and then looks whose it is',
    rounds: 2000,
    patch: PATCH,
    // Once: of several attempts other load would hide the difference in one.
    run: (scale) => compare(scale, patchedServer(PATCH), 1),
  },
};

async function compare(scale: Scale, entry: string, attempts = ATTEMPTS): Promise<Finding> {
  const server = await startServer({ entry, env: { ...compileCache, OPS_PER_MINUTE: '999999999' } });
  const { eve, id } = await followingFamilies(server.url);
  const finding = await compareSamples(scale, attempts, () => timesOf(eve, id, scale.rounds));
  await server.kill();
  return finding;
}

/** Measures pairs in alternating order, so that other load on the machine affects both. */
async function timesOf(eve: HouseholdOnPhone, foreign: string, pairs: number): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let pair = -WARM_UP; pair < pairs; pair += 1)
    for (const which of pair % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const took = await timeOf(eve, which === 0 ? newId() : foreign);
      if (pair >= 0) times[which].push(took);
    }
  return times;
}

/** Asks in both ways that look an id up. */
async function timeOf(eve: HouseholdOnPhone, id: string): Promise<number> {
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
}
