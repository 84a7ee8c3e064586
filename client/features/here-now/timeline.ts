import type { VisitView } from '#client/data/port.ts';
import { lastTime, overlaps, visitSpan } from '#client/people/visit-span.ts';
import type { Span } from '#client/ui/local-day.ts';
import { HOUR_MS } from '#domain/time.ts';

/** The shortest span shown, so that one short visit does not fill it. */
const MIN_SPAN_MS = 6 * HOUR_MS;

/** One visit of the timeline. `start` and `width` are fractions of its width, 0 to 1. */
interface Bar {
  visit: VisitView;
  start: number;
  width: number;
  /** Began before the day shown: the bar is clipped at midnight and the text says so. */
  startsBefore: boolean;
}

export interface Timeline {
  span: Span;
  bars: readonly Bar[];
  hours: readonly { at: number; start: number }[];
}

/** Lays out the visits of a day, earliest first. `visits` is sorted newest first; `day` and `now` are in ms. */
export function layOutTimeline(visits: readonly VisitView[], day: Span, now: number): Timeline {
  // After the first that ended before the day, only an open visit can reach into it; this skips most of a long history.
  const older = visits.findIndex((visit) => lastTime(visit) < day.from);
  const near = older < 0 ? visits : visits.filter((visit, at) => at < older || visit.open);
  const today = near.filter(overlaps(day, now));
  const sorted = today.toSorted((a, b) => visitSpan(a, now).from - visitSpan(b, now).from);
  const span = shownSpan(sorted, day, now);
  return { span, bars: sorted.map((visit) => barOf(visit, span, day, now)), hours: hourLabels(span) };
}

function barOf(visit: VisitView, span: Span, day: Span, now: number): Bar {
  const { from: began, to: ended } = visitSpan(visit, now);
  const from = Math.max(began, span.from);
  const to = Math.min(ended, span.to);
  return {
    visit,
    start: fraction(from, span),
    width: Math.max(0, to - from) / (span.to - span.from),
    startsBefore: began < day.from,
  };
}

/** From an hour before the first visit to an hour after the last, at least six hours, within the day. */
function shownSpan(visits: readonly VisitView[], day: Span, now: number): Span {
  const spans = visits.map((visit) => visitSpan(visit, now));
  const first = Math.min(now, ...spans.map(({ from }) => from));
  const last = Math.max(now, ...spans.map(({ to }) => to));
  const to = Math.min(day.to, Math.max(day.from + MIN_SPAN_MS, startOfHour(last, day) + 2 * HOUR_MS));
  const from = Math.max(day.from, Math.min(startOfHour(first, day) - HOUR_MS, to - MIN_SPAN_MS));
  return { from, to };
}

/** The start of the hour counted from the day's midnight, which is right in half-hour time zones too. */
function startOfHour(ms: number, day: Span): number {
  return day.from + Math.floor((ms - day.from) / HOUR_MS) * HOUR_MS;
}

/** At most seven hour labels, in even steps of real time. */
function hourLabels(span: Span): { at: number; start: number }[] {
  const hours = Math.round((span.to - span.from) / HOUR_MS);
  const step = [1, 2, 3, 4, 6].find((each) => hours / each <= 6) ?? 6;
  const inner = Array.from({ length: hours }, (_, hour) => span.from + hour * HOUR_MS);
  return inner
    .filter((at) => at > span.from && new Date(at).getHours() % step === 0)
    .map((at) => ({ at, start: fraction(at, span) }));
}

function fraction(at: number, { from, to }: Span): number {
  return (at - from) / (to - from);
}
