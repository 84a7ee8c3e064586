import type { ReadSet } from '#domain/command.ts';
import { type Path, visitorPath } from '#domain/paths.ts';
import type { Op } from '#domain/protocol/sync.ts';

/** The most ops of one step, which holds the event loop. */
export const OPS_PER_STEP = 25;

/** The most visits that one step loads, by the largest number that its ops may need. */
const VISITS_PER_STEP = 500;

/** Returns the first ops, at least one, which load few visits: those about one visitor load each other's neighbours too. */
export function firstOps(reads: ReadonlyMap<Op, readonly ReadSet[]>): Op[] {
  const first: Op[] = [];
  const opsAbout = new Map<Path, number>();
  let visits = 0;
  for (const [op, [{ around } = {}]] of reads) {
    if (around) {
      const visitor = visitorPath(around.visitor);
      const ops = (opsAbout.get(visitor) ?? 0) + 1;
      opsAbout.set(visitor, ops);
      // So many ops read the two ends of as many ranges, each with one visit more than there are ops.
      visits += 4 * ops;
    }
    if (visits > VISITS_PER_STEP && first.length > 0) break;
    first.push(op);
  }
  return first;
}
