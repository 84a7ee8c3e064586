import type { VisitView } from '#client/data/port.ts';
import type { Span } from '#client/ui/local-day.ts';

/** The known stretch of a stay in ms: until now while it is open, a single point where one end is unknown. */
export function visitSpan({ arrived, left, open }: VisitView, now: number): Span {
  const start = Date.parse((arrived ?? left)?.at ?? '');
  const end = left ? Date.parse(left.at) : open ? now : start;
  return { from: start, to: Math.max(start, end) };
}

/**
 * Which stays have any part in a stretch of time; one that ended as it begins has none. It compares the times as text,
 * for a history holds tens of thousands.
 */
export function within(span: Span, now: number): (visit: VisitView) => boolean {
  const from = new Date(span.from).toISOString();
  const to = new Date(span.to).toISOString();
  const present = new Date(now).toISOString();
  return ({ arrived, left, open }) => {
    const start = (arrived ?? left)?.at ?? '';
    const end = left?.at ?? (open ? present : start);
    return start < to && (end > from || start >= from);
  };
}

/** The later of arrival and departure, in ms: history is sorted by it. */
export function latestOf({ arrived, left }: VisitView): number {
  return Date.parse((left ?? arrived)?.at ?? '');
}
