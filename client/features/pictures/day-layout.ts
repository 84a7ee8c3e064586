import type { VisitView } from '#client/data/port.ts';
import { shownTime, visitSpan, visitsOf } from '#client/people/visit-span.ts';
import type { Span } from '#client/ui/local-day.ts';
import { HOUR_MS } from '#domain/time.ts';

/** In ms, if still to come. */
export function plannedHome({ open, expected }: VisitView, now: number): number | undefined {
  const at = open && expected ? Date.parse(expected.at) : now;
  return at > now ? at : undefined;
}

const MIN_SPAN_MS = 6 * HOUR_MS;

/** Where a first name fits, as a part of the narrowest phone's axis. */
const NAME_FITS = 0.3;

/** Fractions of the picture's width, 0 to 1. */
export interface Bar {
  visit: VisitView;
  start: number;
  width: number;
  plan: number;
  startsBefore: boolean;
  endsAfter: boolean;
  label: 'before' | 'inside' | 'after';
  /** Up to the line of now, or the picture's end. */
  roomAfter: number;
}

interface DayLayout {
  span: Span;
  bars: readonly Bar[];
  hours: readonly { at: number; start: number }[];
  /** Fraction of the width; undefined on another day. */
  now: number | undefined;
  total: number;
}

export function layOutDay(visits: readonly VisitView[], day: Span, now: number): DayLayout {
  const ofDay = visitsOf(visits, day, now);
  const sorted = ofDay.toSorted((a, b) => visitSpan(a, now).from - visitSpan(b, now).from);
  const span = activeHours(sorted, day, now);
  const parts = sorted.map((visit) => shownTime(within(visitSpan(visit, now), day)));
  return {
    span,
    bars: sorted.map((visit) => barOf(visit, span, now)),
    hours: hourLabels(span),
    now: now >= span.from && now <= span.to ? fraction(now, span) : undefined,
    total: parts.reduce((sum, part) => sum + part, 0),
  };
}

function within({ from, to }: Span, span: Span): Span {
  const start = Math.min(Math.max(from, span.from), span.to);
  return { from: start, to: Math.max(Math.min(to, span.to), start) };
}

function barOf(visit: VisitView, span: Span, now: number): Bar {
  const stay = visitSpan(visit, now);
  const { from, to } = within(stay, span);
  const start = fraction(from, span);
  const width = fraction(to, span) - start;
  const planned = plannedHome(visit, now) ?? stay.to;
  const plan = Math.max(0, Math.min(1, fraction(planned, span)) - start - width);
  const startsBefore = stay.from < span.from;
  const endsAfter = planned > span.to;
  const bar = { visit, start, width, plan, startsBefore, endsAfter };
  return { ...bar, ...placeForLabel(bar, fraction(now, span)) };
}

/** In its bar if it fits, else where there is most room; not across the line of now. */
function placeForLabel(
  { start, width, plan }: Omit<Bar, 'label' | 'roomAfter'>,
  now: number,
): Pick<Bar, 'label' | 'roomAfter'> {
  const end = start + width + plan;
  const roomAfter = (now >= end && now <= 1 ? now : 1) - end;
  const isInside = width >= Math.min(NAME_FITS, Math.max(start, roomAfter));
  return { label: isInside ? 'inside' : start > roomAfter ? 'before' : 'after', roomAfter };
}

function activeHours(visits: readonly VisitView[], day: Span, now: number): Span {
  const moments = visits
    .flatMap((visit) => {
      const { from, to } = visitSpan(visit, now);
      return [from, to, plannedHome(visit, now) ?? to];
    })
    .concat(now)
    .filter((at) => at >= day.from && at < day.to);
  const [first, last] =
    moments.length > 0 ? [Math.min(...moments), Math.max(...moments)] : [day.from, day.to];
  const hour = (ms: number) => day.from + Math.floor((ms - day.from) / HOUR_MS) * HOUR_MS;
  const missing = Math.max(0, MIN_SPAN_MS - (hour(last) + HOUR_MS - hour(first)));
  const wanted = Math.max(day.from + MIN_SPAN_MS, hour(last + missing / 2) + HOUR_MS);
  const to = Math.min(day.to, wanted);
  return { from: Math.max(day.from, Math.min(hour(first), to - MIN_SPAN_MS)), to };
}

/** At most eight, in even steps of real time. */
function hourLabels(span: Span): { at: number; start: number }[] {
  const hours = Math.round((span.to - span.from) / HOUR_MS);
  const step = [1, 2, 3, 4, 6].find((each) => hours / each <= 7) ?? 6;
  const all = Array.from({ length: hours + 1 }, (_, hour) => span.from + hour * HOUR_MS);
  return all
    .filter((at) => new Date(at).getHours() % step === 0)
    .map((at) => ({ at, start: fraction(at, span) }));
}

function fraction(at: number, { from, to }: Span): number {
  return (at - from) / (to - from);
}
