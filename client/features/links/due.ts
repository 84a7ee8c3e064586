import type { ChildView, VisitorView } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';

/** A planned time home of somebody who is here. */
export interface Plan {
  visitor: VisitorView;
  visit: Id;
  /** The planned time, ISO. */
  at: string;
}

/** Returns the planned times of all who are here. */
export function plansOf(children: readonly ChildView[]): Plan[] {
  const plans: Plan[] = [];
  for (const { friends, guests } of children)
    for (const list of [friends, guests])
      for (const visitor of list) {
        const { expected, visit = '' } = visitor.openVisit ?? {};
        if (expected) plans.push({ visitor, visit, at: expected.at });
      }
  return plans;
}

/** True once the planned time is there; `now` in ms. */
export function isDue({ at }: Pick<Plan, 'at'>, now: number): boolean {
  return Date.parse(at) <= now;
}

/** Returns the first planned time after `now`; both in ms, Infinity if there is none. */
export function nextDue(plans: readonly Plan[], now: number): number {
  return Math.min(...plans.map(({ at }) => Date.parse(at)).filter((at) => at > now));
}
