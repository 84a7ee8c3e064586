import type { VisitView } from '#client/data/port.ts';
import { lastTime, overlaps } from '#client/people/visit-span.ts';
import { addDays, type Day, dayOf, daySpan, isDay, startOfWeek } from '#client/ui/local-day.ts';
import type { Id } from '#domain/ids.ts';

/**
 * Filter of the history: one child or all; one friend or guest or all; one local day, this week, the last days up to
 * today, or all time.
 */
export interface HistoryFilter {
  child?: Id;
  /** A friend or guest. */
  person?: Id;
  day?: Day;
  /** From Monday; ignored if `day` is set. */
  week?: 'this';
  /** The number of last days, including today; ignored if `day` or `week` is set. */
  days?: number;
}

/** The days of a filter alone. */
export type DaysFilter = Pick<HistoryFilter, 'day' | 'week' | 'days'>;

/** The most days that an address may ask for. */
const MAX_DAYS = 366;

/** Reads the filter from an address; leaves out invalid parts. */
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

/** A child with its friends and guests, as far as the filter knows them. */
interface Family {
  id: Id;
  friends: readonly { ref: { visitor: Id } }[];
  guests: readonly { ref: { visitor: Id } }[];
}

/** Drops a child or person who does not exist, as in an old link: else the list would be empty for no visible reason. */
export function withoutUnknown(filter: HistoryFilter, children: readonly Family[]): HistoryFilter {
  const { child, person, ...days } = filter;
  const known = children.find(({ id }) => id === child);
  const ofChild = known ? [known] : children;
  const isKnown = ofChild.some(({ friends, guests }) =>
    [...friends, ...guests].some(({ ref }) => ref.visitor === person),
  );
  return { ...(known && { child: known.id }), ...(person && isKnown && { person }), ...days };
}

/** Writes a filter to an address; equal filters have equal addresses. */
export function writeFilter({ child, person, day, week, days }: HistoryFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (child) address.set('child', child);
  if (person) address.set('person', person);
  if (day) address.set('day', day);
  else if (week) address.set('week', week);
  else if (days) address.set('days', String(days));
  return address;
}

/** Returns the local days that a filter asks for, undefined for all time. */
export function daysOf(
  { day, week, days }: HistoryFilter,
  today: Day,
): { first: Day; last: Day } | undefined {
  if (day) return { first: day, last: day };
  if (week) return { first: startOfWeek(today), last: today };
  return days ? { first: addDays(today, 1 - days), last: today } : undefined;
}

/**
 * Returns the visits that match a filter: those of the child and person that overlap the days. An ongoing visit comes
 * first, as it belongs to today; the others keep their order.
 */
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
