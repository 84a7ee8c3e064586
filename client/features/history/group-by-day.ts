import type { VisitView } from '#client/data/port.ts';
import { lastTime } from '#client/people/visit-span.ts';
import { type Day, dayOf } from '#client/ui/local-day.ts';

export interface DayOfVisits {
  day: Day;
  visits: readonly VisitView[];
  /** The number of visits listed above this day. */
  before: number;
}

/**
 * Groups visits, in the order of `filterVisits`, by the local day of their last time, which for an ongoing one is today;
 * returns the days newest first. A visit that ended after `last`, the last day of the filter, is grouped under that day.
 */
export function groupByDay(visits: readonly VisitView[], today: Day, last: Day = today): DayOfVisits[] {
  const groups: { day: Day; visits: VisitView[]; before: number }[] = [];
  for (const [before, visit] of visits.entries()) {
    const ended = visit.open ? today : dayOf(lastTime(visit));
    const day = ended > last ? last : ended;
    const group = groups.at(-1);
    if (group?.day === day) group.visits.push(visit);
    else groups.push({ day, visits: [visit], before });
  }
  return groups;
}
