import { useDeferredValue, useMemo } from 'react';
import type { HouseholdView, VisitView } from '#client/data/port.ts';
import { overlaps } from '#client/people/visit-span.ts';
import { useSearchParams } from '#client/ui/hooks/use-navigation.ts';
import { addDays, type Day, daySpan, isDay, startOfWeek } from '#client/ui/local-day.ts';
import type { Id } from '#domain/ids.ts';

/** Parts combine; without day, week and days it covers all time. Days are local. */
export interface HistoryFilter {
  child?: Id;
  person?: Id;
  day?: Day;
  /** From Monday; ignored if `day` is set. */
  week?: 'this';
  /** Counts today; ignored if `day` or `week` is set. */
  days?: number;
}

type DaysFilter = Pick<HistoryFilter, 'day' | 'week' | 'days'>;

const MAX_DAYS = 366;

/** Leaves out invalid parts. */
export function readFilter(address: URLSearchParams): HistoryFilter {
  const child = address.get('child') ?? '';
  const person = address.get('person') ?? '';
  return { ...(child && { child }), ...(person && { person }), ...readDays(address) };
}

function readDays(address: URLSearchParams): DaysFilter {
  const day = address.get('day') ?? '';
  const days = Number(address.get('days'));
  if (isDay(day)) return { day };
  if (address.get('week') === 'this') return { week: 'this' };
  return Number.isInteger(days) && days >= 1 && days <= MAX_DAYS ? { days } : {};
}

interface Family {
  id: Id;
  friends: readonly { ref: { visitor: Id } }[];
  guests: readonly { ref: { visitor: Id } }[];
}

/** Unknown ids, as in an old link, would empty the list for no visible reason. */
export function withoutUnknown(filter: HistoryFilter, children: readonly Family[]): HistoryFilter {
  const { child, person, ...days } = filter;
  const known = children.find(({ id }) => id === child);
  const ofChild = known ? [known] : children;
  const isKnown = ofChild.some(({ friends, guests }) =>
    [...friends, ...guests].some(({ ref }) => ref.visitor === person),
  );
  return { ...(known && { child: known.id }), ...(person && isKnown && { person }), ...days };
}

/** Equal filters give equal addresses. */
export function writeFilter({ child, person, day, week, days }: HistoryFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (child) address.set('child', child);
  if (person) address.set('person', person);
  if (day) address.set('day', day);
  else if (week) address.set('week', week);
  else if (days) address.set('days', String(days));
  return address;
}

/** Undefined means all time. */
export function daysOf(
  { day, week, days }: HistoryFilter,
  today: Day,
): { first: Day; last: Day } | undefined {
  if (day) return { first: day, last: day };
  if (week) return { first: startOfWeek(today), last: today };
  return days ? { first: addDays(today, 1 - days), last: today } : undefined;
}

/** An ongoing visit comes first, as it belongs to today. */
export function filterVisits(
  history: readonly VisitView[],
  filter: HistoryFilter,
  today: Day,
  now: number,
): readonly VisitView[] {
  const days = daysOf(filter, today);
  const { child, person } = filter;
  const ofWhom =
    child || person
      ? history.filter(({ ref }) => (!child || ref.child === child) && (!person || ref.visitor === person))
      : history;
  return openFirst(days ? ofWhom.filter(overlaps(daySpan(days.first, days.last), now)) : ofWhom);
}

function openFirst(visits: readonly VisitView[]): readonly VisitView[] {
  const open = visits.filter((visit) => visit.open);
  return open.length === 0 ? visits : [...open, ...visits.filter((visit) => !visit.open)];
}

/** In the address, so that a reload and a link keep it. The filter updates at once, `shown` once rendered. */
export function useHistoryFilter({ history, children }: HouseholdView, today: Day, now: number) {
  const [query, setQuery] = useSearchParams();
  const filter = useMemo(() => withoutUnknown(readFilter(query), children), [query, children]);
  const shown = useDeferredValue(filter);
  const visits = useMemo(() => filterVisits(history, shown, today, now), [history, shown, today, now]);
  return {
    filter,
    isFiltered: writeFilter(filter).size > 0,
    change: (wanted: HistoryFilter) => setQuery(writeFilter(wanted)),
    shown,
    visits,
    last: daysOf(shown, today)?.last,
    key: writeFilter(shown).toString(),
  };
}
