import type { VisitView } from '#client/data/port.ts';
import { within } from '#client/people/visit-span.ts';
import { addDays, type Day, daySpan, isDay } from '#client/ui/local-day.ts';
import type { Id } from '#domain/ids.ts';

/** What the history shows: one child or all, one local day, the last days up to today, or all time. */
export interface HistoryFilter {
  child?: Id;
  day?: Day;
  /** The last so many days with today; a day chosen goes before it. */
  days?: number;
}

/** The longest stretch an address may ask for, in days. */
const MOST_DAYS = 366;

/** Reads the address bar; what makes no sense there is left out. */
export function readFilter(address: URLSearchParams): HistoryFilter {
  const child = address.get('child') ?? '';
  const day = address.get('day') ?? '';
  const days = Number(address.get('days'));
  if (isDay(day)) return { ...(child ? { child } : {}), day };
  const isCount = Number.isInteger(days) && days >= 1 && days <= MOST_DAYS;
  return { ...(child ? { child } : {}), ...(isCount ? { days } : {}) };
}

/** A filter without a child that is not there, as of an old link: else the list would be empty for no visible reason. */
export function ofKnownChild(filter: HistoryFilter, children: readonly { id: Id }[]): HistoryFilter {
  const { child, ...rest } = filter;
  return child === undefined || children.some(({ id }) => id === child) ? filter : rest;
}

/** The address of a filter; the same filter has the same address. */
export function writeFilter({ child, day, days }: HistoryFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (child) address.set('child', child);
  if (day) address.set('day', day);
  else if (days) address.set('days', String(days));
  return address;
}

/** The local days a filter asks for, or undefined for all time. */
export function daysOf({ day, days }: HistoryFilter, today: Day): { first: Day; last: Day } | undefined {
  if (day) return { first: day, last: day };
  return days ? { first: addDays(today, 1 - days), last: today } : undefined;
}

/** The stays that a filter lets through, in their order: those of the child that overlap the days asked for. */
export function matching(
  history: readonly VisitView[],
  filter: HistoryFilter,
  today: Day,
  now: number,
): readonly VisitView[] {
  const days = daysOf(filter, today);
  const { child } = filter;
  const ofChild = child ? history.filter(({ ref }) => ref.child === child) : history;
  return days ? ofChild.filter(within(daySpan(days.first, days.last), now)) : ofChild;
}
