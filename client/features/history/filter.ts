import type { VisitView } from '#client/data/port.ts';
import { overlaps } from '#client/people/visit-span.ts';
import { addDays, type Day, daySpan, isDay } from '#client/ui/local-day.ts';
import type { Id } from '#domain/ids.ts';

/** Filter of the history: one child or all; one local day, the last days up to today, or all time. */
export interface HistoryFilter {
  child?: Id;
  day?: Day;
  /** The number of last days, including today; ignored if `day` is set. */
  days?: number;
}

/** The most days that an address may ask for. */
const MAX_DAYS = 366;

/** Reads the filter from an address; leaves out invalid parts. */
export function readFilter(address: URLSearchParams): HistoryFilter {
  const child = address.get('child') ?? '';
  const day = address.get('day') ?? '';
  const days = Number(address.get('days'));
  if (isDay(day)) return { ...(child ? { child } : {}), day };
  const isCount = Number.isInteger(days) && days >= 1 && days <= MAX_DAYS;
  return { ...(child ? { child } : {}), ...(isCount ? { days } : {}) };
}

/** Drops a child that does not exist, as in an old link: else the list would be empty for no visible reason. */
export function withoutUnknownChild(filter: HistoryFilter, children: readonly { id: Id }[]): HistoryFilter {
  const { child, ...rest } = filter;
  return child === undefined || children.some(({ id }) => id === child) ? filter : rest;
}

/** Writes a filter to an address; equal filters have equal addresses. */
export function writeFilter({ child, day, days }: HistoryFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (child) address.set('child', child);
  if (day) address.set('day', day);
  else if (days) address.set('days', String(days));
  return address;
}

/** Returns the local days that a filter asks for, undefined for all time. */
export function daysOf({ day, days }: HistoryFilter, today: Day): { first: Day; last: Day } | undefined {
  if (day) return { first: day, last: day };
  return days ? { first: addDays(today, 1 - days), last: today } : undefined;
}

/** Returns the visits that match a filter, in their order: those of the child that overlap the days. */
export function filterVisits(
  history: readonly VisitView[],
  filter: HistoryFilter,
  today: Day,
  now: number,
): readonly VisitView[] {
  const days = daysOf(filter, today);
  const { child } = filter;
  const ofChild = child ? history.filter(({ ref }) => ref.child === child) : history;
  return days ? ofChild.filter(overlaps(daySpan(days.first, days.last), now)) : ofChild;
}
