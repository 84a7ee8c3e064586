import type { VisitView } from '#client/data/port.ts';
import { lastTime, overlaps, visitSpan } from '#client/people/visit-span.ts';
import type { Span } from '#client/ui/local-day.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';

/** The shortest span shown of a whole day, so that one short visit does not fill it. */
const MIN_SPAN_MS = 6 * HOUR_MS;

/** One visit of the picture. `start` and `width` are fractions of its width, 0 to 1. */
export interface Bar {
  visit: VisitView;
  start: number;
  width: number;
  /** Began before the hours shown: the bar is clipped on the left. */
  startsBefore: boolean;
  /** Ended after the hours shown: the bar is clipped on the right. */
  endsAfter: boolean;
}

export interface DayLayout {
  span: Span;
  bars: readonly Bar[];
  hours: readonly { at: number; start: number }[];
  /** The place of now; undefined on another day. */
  now: number | undefined;
}

/** Lays out the visits of a day, earliest first. `visits` is sorted newest first; `day` and `now` are in ms. */
export function layOutDay(visits: readonly VisitView[], day: Span, now: number): DayLayout {
  const today = visitsOf(visits, day, now);
  const sorted = today.toSorted((a, b) => visitSpan(a, now).from - visitSpan(b, now).from);
  const span = activeHours(sorted, day, now);
  return {
    span,
    bars: sorted.map((visit) => barOf(visit, span, now)),
    hours: hourLabels(span),
    now: now >= span.from && now <= span.to ? fraction(now, span) : undefined,
  };
}

/**
 * Returns the visits that overlap a span, in their order, quickly also for a long history: those that have ended must be
 * sorted newest first.
 */
export function visitsOf(visits: readonly VisitView[], span: Span, now: number): VisitView[] {
  // After the first that ended before the span, only an open visit can reach into it.
  const older = visits.findIndex((visit) => !visit.open && lastTime(visit) < span.from);
  const near = older < 0 ? visits : visits.filter((visit, at) => at < older || visit.open);
  return near.filter(overlaps(span, now));
}

function barOf(visit: VisitView, span: Span, now: number): Bar {
  const { from: began, to: ended } = visitSpan(visit, now);
  const from = Math.min(Math.max(began, span.from), span.to);
  const to = Math.max(Math.min(ended, span.to), from);
  return {
    visit,
    start: fraction(from, span),
    width: (to - from) / (span.to - span.from),
    startsBefore: began < span.from,
    endsAfter: ended > span.to,
  };
}

/**
 * The hours in which somebody came or went, or that are now, with an hour around them: at least six, within the part of the
 * day that has passed. A visit that goes on over midnight does not stretch them, so that an afternoon beside it stays readable.
 */
function activeHours(visits: readonly VisitView[], day: Span, now: number): Span {
  const within = (at: number) => at >= day.from && at < day.to;
  const ends = visits.flatMap((visit) => {
    const { from, to } = visitSpan(visit, now);
    return [from, to];
  });
  const moments = [...ends, now].filter(within);
  const [first, last] =
    moments.length > 0 ? [Math.min(...moments), Math.max(...moments)] : [day.from, day.to];
  // A minute at the least, for a picture has a width.
  const passed = Math.min(day.to, Math.max(now, day.from + MINUTE_MS));
  const to = Math.min(passed, Math.max(day.from + MIN_SPAN_MS, startOfHour(last, day) + 2 * HOUR_MS));
  const from = Math.max(day.from, startOfHour(Math.min(first - HOUR_MS, to - MIN_SPAN_MS), day));
  return { from, to };
}

/** The start of the hour counted from the day's midnight, which is right in half-hour time zones too. */
function startOfHour(ms: number, day: Span): number {
  return day.from + Math.floor((ms - day.from) / HOUR_MS) * HOUR_MS;
}

/** At most seven hour labels, in even steps of real time. */
function hourLabels(span: Span): { at: number; start: number }[] {
  const hours = Math.ceil((span.to - span.from) / HOUR_MS);
  const step = [1, 2, 3, 4, 6].find((each) => hours / each <= 6) ?? 6;
  const inner = Array.from({ length: hours }, (_, hour) => span.from + hour * HOUR_MS);
  return inner
    .filter((at) => at > span.from && new Date(at).getHours() % step === 0)
    .map((at) => ({ at, start: fraction(at, span) }));
}

function fraction(at: number, { from, to }: Span): number {
  return (at - from) / (to - from);
}
