/** Returns the least time that a round tells, of up to three: this machine may stand still in one. The first below `ms` is the last. */
export async function quickest(ms: number, round: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let rounds = 0; rounds < 3 && least >= ms; rounds += 1) least = Math.min(least, await round());
  return least;
}
