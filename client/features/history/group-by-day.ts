import type { VisitView } from '#client/data/port.ts';
import { latestOf } from '#client/people/visit-span.ts';
import { type Day, dayOf } from '#client/ui/local-day.ts';

export interface DayOfVisits {
  day: Day;
  visits: readonly VisitView[];
  /** How many stays stand above this day. */
  before: number;
}

/**
 * Puts stays under the local day of their latest end. In: stays newest first, and the last day asked for: a stay that
 * went on after it stands under that day, where it was found. Out: days newest first.
 */
export function groupByDay(visits: readonly VisitView[], last?: Day): DayOfVisits[] {
  const groups: { day: Day; visits: VisitView[]; before: number }[] = [];
  for (const [before, visit] of visits.entries()) {
    const ended = dayOf(latestOf(visit));
    const day = last !== undefined && ended > last ? last : ended;
    const group = groups.at(-1);
    if (group?.day === day) group.visits.push(visit);
    else groups.push({ day, visits: [visit], before });
  }
  return groups;
}
