import type { VisitView } from '#client/data/port.ts';
import { visitSpan } from '#client/people/visit-span.ts';
import { addDays, type Day, dayOf, daySpan } from '#client/ui/local-day.ts';
import { visitsOf } from './day-layout.ts';

const MIN_HOURS = 6;

/** One visit on a day of the week. `start` and `width` are fractions of the hours shown, `lane` counts from the top. */
export interface WeekBar {
  visit: VisitView;
  start: number;
  width: number;
  lane: number;
  startsBefore: boolean;
  endsAfter: boolean;
}

export interface WeekDay {
  day: Day;
  bars: readonly WeekBar[];
  lanes: number;
  /** The part of the hours shown that has passed, 0 to 1. */
  passed: number;
}

interface WeekLayout {
  days: readonly WeekDay[];
  /** Labels of the clock's hours, 0 to 24. */
  hours: readonly { hour: number; start: number }[];
}

/** Hours by the day's clock, 0 to 24. */
interface Hours {
  from: number;
  to: number;
}

/** Lays out the visits of a week's days up to today on one scale of hours. `visits` is sorted newest first; `now` is in ms. */
export function layOutWeek(visits: readonly VisitView[], monday: Day, now: number): WeekLayout {
  const today = dayOf(now);
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index)).filter((day) => day <= today);
  const ofWeek = visitsOf(visits, daySpan(monday, days.at(-1)), now);
  const shown = activeHours(ofWeek, days, now);
  return {
    days: days.map((day) => layOutWeekDay(visitsOf(ofWeek, daySpan(day), now), day, shown, now)),
    hours: hourLabels(shown),
  };
}

function layOutWeekDay(visits: readonly VisitView[], day: Day, shown: Hours, now: number): WeekDay {
  const sorted = visits.toSorted((a, b) => visitSpan(a, now).from - visitSpan(b, now).from);
  /** The end of the last bar of each lane. */
  const lanes: number[] = [];
  const bars = sorted.map((visit) => {
    const { from, to } = visitSpan(visit, now);
    const start = clamp(fraction(hourOf(from, day), shown));
    const end = Math.max(clamp(fraction(hourOf(to, day), shown)), start);
    const free = lanes.findIndex((occupied) => occupied <= start);
    const lane = free < 0 ? lanes.length : free;
    lanes[lane] = end;
    const span = daySpan(day);
    return {
      visit,
      start,
      width: end - start,
      lane,
      startsBefore: from < span.from,
      endsAfter: to > span.to,
    };
  });
  return { day, bars, lanes: lanes.length, passed: clamp(fraction(hourOf(now, day), shown)) };
}

/** The hours of the week's arrivals and departures, with an hour around them. */
function activeHours(visits: readonly VisitView[], days: readonly Day[], now: number): Hours {
  const within = visits
    .flatMap((visit) => {
      const { from, to } = visitSpan(visit, now);
      return [from, to];
    })
    .filter((at) => days.includes(dayOf(at)))
    .map((at) => hourOf(at, dayOf(at)));
  const first = Math.floor(Math.min(14, ...within)) - 1;
  const last = Math.ceil(Math.max(18, ...within)) + 1;
  const to = Math.min(24, last);
  return { from: Math.max(0, Math.min(first, to - MIN_HOURS)), to };
}

/** The clock's hour on a day, 0 before it and 24 after it. When the clocks change, the day keeps its 24 hours on the scale. */
function hourOf(at: number, day: Day): number {
  const span = daySpan(day);
  if (at < span.from) return 0;
  if (at >= span.to) return 24;
  return ((at - span.from) / (span.to - span.from)) * 24;
}

function hourLabels(shown: Hours): { hour: number; start: number }[] {
  const hours = shown.to - shown.from;
  const step = [1, 2, 3, 4, 6].find((each) => hours / each <= 5) ?? 6;
  return Array.from({ length: 25 }, (_, hour) => hour)
    .filter((hour) => hour > shown.from && hour < shown.to && hour % step === 0)
    .map((hour) => ({ hour, start: fraction(hour, shown) }));
}

function fraction(hour: number, { from, to }: Hours): number {
  return (hour - from) / (to - from);
}

function clamp(part: number): number {
  return Math.min(1, Math.max(0, part));
}
