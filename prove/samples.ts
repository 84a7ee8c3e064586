import { type Finding, rngOf, type Scale } from './figure.ts';

/** The aim of a figure that compares two samples. */
export const BELOW_NOISE =
  'the difference of the two medians is below the noise: two random halves of one sample differ by more in at least a quarter of all splits (a tenth for fewer than 500 pairs)';

const SPLITS = 200;
/**
 * The quantile of the splits within one class that the difference of the classes must stay below; stricter
 * for many pairs, as few are left more to chance.
 */
const quantileFor = (pairs: number) => (pairs < 500 ? 0.9 : 0.75);

/** Measured again on failure: other load can shift a median once, a real difference shows each time. */
export const ATTEMPTS = 3;

/** Takes and judges two samples until they are alike, so many times at most. */
export async function compareSamples(
  { seed, withinMs }: Scale,
  attempts: number,
  take: () => Promise<[number[], number[]]>,
): Promise<Finding> {
  const end = Date.now() + withinMs;
  let finding = verdictOn(await take(), rngOf(seed));
  for (let attempt = 1; attempt < attempts && !finding.holds && Date.now() <= end; attempt++)
    finding = verdictOn(await take(), rngOf(seed + attempt));
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
