import type { ReadSet } from '#domain/command.ts';
import { type Path, visitorPath } from '#domain/paths.ts';

/** The most ops of one step, which holds the event loop. */
export const OPS_PER_STEP = 25;

/** The most visits that one step loads, by the largest number that its ops may need. */
const VISITS_PER_STEP = 500;

/** Returns the first ops, at least one, which load few visits: those about one visitor load each other's neighbours too. */
export function firstOps<T extends { reads: readonly ReadSet[] }>(ops: readonly T[]): T[] {
  const first: T[] = [];
  const opsAbout = new Map<Path, number>();
  let visits = 0;
  for (const op of ops) {
    const [{ around } = {}] = op.reads;
    // Nearly all requests are one tap, which is a step whatever it loads.
    if (around && ops.length > 1) {
      const visitor = visitorPath(around.visitor);
      const about = (opsAbout.get(visitor) ?? 0) + 1;
      opsAbout.set(visitor, about);
      // So many ops read the two ends of as many ranges, each with one visit more than there are ops.
      visits += 4 * about;
    }
    if (visits > VISITS_PER_STEP && first.length > 0) break;
    first.push(op);
  }
  return first;
}
