import type { VisitView } from '#client/data/port.ts';
import { latestOf, visitSpan, within } from '#client/people/visit-span.ts';
import type { Span } from '#client/ui/local-day.ts';
import { HOUR_MS } from '#domain/time.ts';

/** The least stretch a picture shows, so that one short stay does not fill it. */
const LEAST = 6 * HOUR_MS;

/** One stay of the picture. `start` and `width` are shares of its width, 0 to 1. */
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

/** In: the history, newest first, the day in ms and the time. Out: the stays of that day, earliest first, placed by their time in ms. */
export function layOut(visits: readonly VisitView[], day: Span, now: number): Timeline {
  // Behind the first that ended before the day only an open stay can reach into it: most of a long past is passed over.
  const older = visits.findIndex((visit) => latestOf(visit) < day.from);
  const near = older < 0 ? visits : visits.filter((visit, at) => at < older || visit.open);
  const today = near.filter(within(day, now));
  const sorted = today.toSorted((a, b) => visitSpan(a, now).from - visitSpan(b, now).from);
  const span = stretchShown(sorted, day, now);
  return { span, bars: sorted.map((visit) => placed(visit, span, day, now)), hours: hoursOf(span) };
}

function placed(visit: VisitView, span: Span, day: Span, now: number): Bar {
  const stay = visitSpan(visit, now);
  const from = Math.max(stay.from, span.from);
  const to = Math.min(stay.to, span.to);
  return {
    visit,
    start: share(from, span),
    width: Math.max(0, to - from) / (span.to - span.from),
    startsBefore: stay.from < day.from,
  };
}

/** From an hour before the first stay to an hour after the last, at least six hours, never beyond the day. */
function stretchShown(visits: readonly VisitView[], day: Span, now: number): Span {
  const stays = visits.map((visit) => visitSpan(visit, now));
  const first = Math.min(now, ...stays.map((stay) => stay.from));
  const last = Math.max(now, ...stays.map((stay) => stay.to));
  const to = Math.min(day.to, Math.max(day.from + LEAST, wholeHour(last, day) + 2 * HOUR_MS));
  const from = Math.max(day.from, Math.min(wholeHour(first, day) - HOUR_MS, to - LEAST));
  return { from, to };
}

/** The start of the hour by the day's own midnight: true in time zones of half an hour too. */
function wholeHour(ms: number, day: Span): number {
  return day.from + Math.floor((ms - day.from) / HOUR_MS) * HOUR_MS;
}

/** At most seven hours to write below the picture, in even steps of real time. */
function hoursOf(span: Span): { at: number; start: number }[] {
  const hours = Math.round((span.to - span.from) / HOUR_MS);
  const step = [1, 2, 3, 4, 6].find((each) => hours / each <= 6) ?? 6;
  const inner = Array.from({ length: hours }, (_, hour) => span.from + hour * HOUR_MS);
  return inner
    .filter((at) => at > span.from && new Date(at).getHours() % step === 0)
    .map((at) => ({ at, start: share(at, span) }));
}

function share(at: number, { from, to }: Span): number {
  return (at - from) / (to - from);
}
