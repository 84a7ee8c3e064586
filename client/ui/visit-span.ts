import type { VisitView } from '#client/data/port.ts';
import type { Span } from './local-day.ts';

/** The known stretch of a stay in ms: until now while it is open, a single point where one end is unknown. */
export function visitSpan({ arrived, left, open }: VisitView, now: number): Span {
  const start = Date.parse((arrived ?? left)?.at ?? '');
  const end = left ? Date.parse(left.at) : open ? now : start;
  return { from: start, to: Math.max(start, end) };
}

/** Whether any of a stay lies in a stretch of time; a stay that ended as it begins does not. */
export function isWithin(visit: VisitView, { from, to }: Span, now: number): boolean {
  const stay = visitSpan(visit, now);
  return stay.from < to && (stay.to > from || stay.from >= from);
}

/** The later of arrival and departure, in ms: history is sorted by it. */
export function latestOf({ arrived, left }: VisitView): number {
  return Date.parse((left ?? arrived)?.at ?? '');
}
