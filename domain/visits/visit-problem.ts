import type { Visit } from '../documents.ts';
import type { RefusalCode } from '../protocol/refusal.ts';
import { visitEnd, visitStart } from './visit-times.ts';

/** Returns why the ends of a visit cannot be so at `now` (ISO), or undefined if they can. */
export function timesProblem({ arrived, left }: Visit, now: string): RefusalCode | undefined {
  if ((arrived?.at ?? '') > now || (left?.at ?? '') > now) return 'in-the-future';
  return arrived && left && arrived.at > left.at ? 'ends-before-start' : undefined;
}

/** Returns 'overlaps' if a visit shares more than a moment with another of the same visitor. */
export function overlap(others: readonly Visit[], visit: Visit): RefusalCode | undefined {
  const from = visitStart(visit);
  const to = visitEnd(visit);
  return others.some((other) => visitStart(other) < to && visitEnd(other) > from) ? 'overlaps' : undefined;
}
