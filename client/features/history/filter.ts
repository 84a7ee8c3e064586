import { useDeferredValue, useMemo } from 'react';
import type { ChildView, HouseholdView, VisitView } from '#client/data/port.ts';
import { lastTime, overlaps } from '#client/people/visit-span.ts';
import { visitorsOf } from '#client/people/visitors.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useSearchParams } from '#client/ui/hooks/use-navigation.ts';
import {
  addDays,
  type Day,
  dayOf,
  daySpan,
  daysOfMonth,
  isDay,
  type Month,
  monthOf,
  startOfDay,
  startOfWeek,
} from '#client/ui/local-day.ts';
import type { Id } from '#domain/ids.ts';

/** Parts combine; of `day`, `month`, `week` and `days` the first counts, none covers all time. Days are local. */
export interface HistoryFilter {
  child?: Id | undefined;
  person?: Id | undefined;
  day?: Day;
  month?: Month;
  /** From Monday. */
  week?: 'this';
  /** Counts today. */
  days?: number;
}

type DaysFilter = Omit<HistoryFilter, 'child' | 'person'>;

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
  const month = address.get('month') ?? '';
  if (isDay(day)) return { day };
  if (isDay(`${month}-01`)) return { month };
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
export function writeFilter({ child, person, day, month, week, days }: HistoryFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (child) address.set('child', child);
  if (person) address.set('person', person);
  if (day) address.set('day', day);
  else if (month) address.set('month', month);
  else if (week) address.set('week', week);
  else if (days) address.set('days', String(days));
  return address;
}

export function toHistory(filter: HistoryFilter): string {
  return `/history?${writeFilter(filter)}`;
}

/** Undefined means all time. */
export function daysOf(
  { day, month, week, days }: HistoryFilter,
  today: Day,
): { first: Day; last: Day } | undefined {
  if (day) return { first: day, last: day };
  if (month) return daysOfMonth(month);
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

/** Visits load newest first: counts of a month that is only partly here would lie. */
export function ifMonthLoaded(
  { history, historyLoading }: Pick<HouseholdView, 'history' | 'historyLoading'>,
  month: Month,
  visits: readonly VisitView[],
): readonly VisitView[] {
  // A month is shown with up to two weeks of the one before.
  const from = startOfDay(addDays(daysOfMonth(month).first, -14));
  const oldest = historyLoading && history.findLast(({ open }) => !open);
  return historyLoading && !(oldest && lastTime(oldest) < from) ? NONE : visits;
}

const NONE: readonly VisitView[] = [];

/** `period`: the chosen days, if any; `title`: whose visits of which days. `visits`: newest first. */
function useFilterWords(
  list: readonly ChildView[],
  filter: HistoryFilter,
  visits: readonly VisitView[],
  today: Day,
): { period: string | undefined; title: string } {
  const { texts, format } = useTranslation();
  const oldest = visits.at(-1);
  const days = daysOf(filter, today);
  const { first, last } = days ?? { first: oldest ? dayOf(lastTime(oldest)) : today, last: today };
  const range = (written: typeof format.date) =>
    [...new Set([first, last].map((day) => written(startOfDay(day))))].join(' – ');
  const ofDays = filter.month ? format.monthYear(startOfDay(first)) : range(format.monthDay);
  const period = days && (first === last ? format.day(startOfDay(first)) : ofDays);
  const child = list.find(({ id }) => id === filter.child)?.name ?? texts.historyPage.allChildren;
  const person = visitorsOf(list).find(({ ref }) => ref.visitor === filter.person)?.name;
  return { period, title: [range(format.date), child, person ?? texts.historyPage.everyone].join(' · ') };
}

/** In the address, so that a reload and a link keep it. The filter updates at once, `shown` once rendered. */
export function useHistoryFilter(view: HouseholdView, today: Day, now: number) {
  const { history, children } = view;
  const [query, setQuery] = useSearchParams();
  const filter = useMemo(() => withoutUnknown(readFilter(query), children), [query, children]);
  const shown = useDeferredValue(filter);
  const { child, person } = shown;
  const ofWhom = useMemo(
    () => filterVisits(history, { child, person }, today, now),
    [history, child, person, today, now],
  );
  const visits = useMemo(() => filterVisits(ofWhom, shown, today, now), [ofWhom, shown, today, now]);
  const month = shown.month ?? monthOf(shown.day ?? today);
  return {
    ...useFilterWords(children, shown, visits, today),
    filter,
    /** On all days. */
    ofWhom: ifMonthLoaded(view, month, ofWhom),
    month,
    isFiltered: writeFilter(filter).size > 0,
    change: (wanted: HistoryFilter) => setQuery(writeFilter(wanted)),
    shown,
    visits,
    last: daysOf(shown, today)?.last,
    key: writeFilter(shown).toString(),
  };
}
