import type { HouseholdView, VisitView } from '#client/data/port.ts';
import type { Span } from '#client/ui/local-day.ts';
import { MINUTE_MS } from '#domain/time.ts';

/** In ms: until now while open, a single point if one end is unknown. */
export function visitSpan({ arrived, left, open }: VisitView, now: number): Span {
  const start = Date.parse((arrived ?? left)?.at ?? '');
  const end = left ? Date.parse(left.at) : open ? now : start;
  return { from: start, to: Math.max(start, end) };
}

/** In ms, between the shown minutes: 23:30 to 23:45 is 15 minutes, whatever the seconds. */
export function shownTime({ from, to }: Span): number {
  const minuteOf = (ms: number) => Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  return minuteOf(to) - minuteOf(from);
}

/** A visit that ended as the span begins is outside. Compares ISO text, which is fast for long histories. */
export function overlaps(span: Span, now: number): (visit: VisitView) => boolean {
  const from = new Date(span.from).toISOString();
  const to = new Date(span.to).toISOString();
  const present = new Date(now).toISOString();
  return ({ arrived, left, open }) => {
    const start = (arrived ?? left)?.at ?? '';
    const end = left?.at ?? (open ? present : start);
    return start < to && (end > from || start >= from);
  };
}

/** In ms; the history is sorted by it. */
export function lastTime({ arrived, left }: VisitView): number {
  return Date.parse((left ?? arrived)?.at ?? '');
}

/** Fast for a long history: ended visits must be sorted newest first. */
export function visitsOf(visits: readonly VisitView[], span: Span, now: number): VisitView[] {
  // After the first that ended before the span, only an open visit can reach into it.
  const older = visits.findIndex((visit) => !visit.open && lastTime(visit) < span.from);
  const near = older < 0 ? visits : visits.filter((visit, at) => at < older || visit.open);
  return near.filter(overlaps(span, now));
}

/** Ended visits arrive newest first, so the first page has today's. */
export function knowsToday({ history, historyLoading }: HouseholdView): boolean {
  return !historyLoading || history.some((visit) => !visit.open);
}
