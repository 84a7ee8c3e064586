import { useEffect, useMemo, useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { onPresentMoved, present } from '#client/lib/present.ts';
import type { Id } from '#domain/ids.ts';

/** The longest wait of a timer, in ms: browsers take no longer one. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Returns the visits whose planned time is past, by the corrected clock; the same list until that changes. */
export function useDueVisits(children: readonly ChildView[]): readonly Id[] {
  const [count, setCount] = useState(0);
  const plans = useMemo(() => plansOf(children), [children]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each count is another present.
  useEffect(() => {
    if (plans.length === 0) return undefined;
    const update = () => setCount((before) => before + 1);
    const wait = nextDue(plans, present()) - present();
    const timer = wait <= LONGEST_WAIT ? setTimeout(update, wait) : undefined;
    // Timers of a sleeping phone are late.
    document.addEventListener('visibilitychange', update);
    const stop = onPresentMoved(update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
      stop();
    };
  }, [plans, count]);
  const now = present();
  const due = plans.filter((plan) => isDue(plan, now)).map(({ visit }) => visit);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text holds the ids of the list.
  return useMemo(() => due, [due.join()]);
}

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
