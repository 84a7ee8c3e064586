/** The seed of random tests, fixed so that they fail for everybody or nobody; SEED changes it. */
export const seed = Number(process.env.SEED ?? 1);

/** Returns the rounds of a random test: few in `npm test`, all in `npm run test:full`; RUNS makes a longer or shorter run. */
export function roundsOf(all: number, few: number): number {
  return Number(process.env.RUNS ?? (process.env.TESTS === 'short' ? few : all));
}
