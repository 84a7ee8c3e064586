import type { ChildView, VisitorView, VisitView } from '#client/data/port.ts';
import { latestOf } from '#client/people/visit-span.ts';

/** Somebody who is here, and whose friend or guest that is. */
export interface Present {
  child: ChildView;
  visitor: VisitorView;
}

/** Everybody who is in, the latest arrival first. */
export function hereNow(children: readonly ChildView[]): Present[] {
  const present = children.flatMap((child) =>
    visitorsOf(child)
      .filter(({ status }) => status === 'in')
      .map((visitor) => ({ child, visitor })),
  );
  return present.toSorted((a, b) => newestFirst(a.visitor.timestamp, b.visitor.timestamp));
}

/** How many are in. */
export function countHere(children: readonly ChildView[]): number {
  const isIn = ({ status }: VisitorView) => status === 'in';
  return children.reduce(
    (count, { friends, guests }) => count + friends.filter(isIn).length + guests.filter(isIn).length,
    0,
  );
}

/** A child's friends and guests who are not here, the most recently seen or added first. */
export function awayFrom(child: ChildView): VisitorView[] {
  const away = visitorsOf(child).filter(({ status }) => status === 'out');
  return away.toSorted((a, b) => newestFirst(lastSeen(a), lastSeen(b)));
}

/** The stay that began last, or undefined where nobody was ever seen arriving. In: the history, newest first. */
export function lastArrival(history: readonly VisitView[]): VisitView | undefined {
  let latest: VisitView | undefined;
  for (const visit of history) {
    // What ended before the latest began has begun before it too, and so has all that follows.
    if (latest?.arrived && latestOf(visit) < Date.parse(latest.arrived.at)) break;
    if (visit.arrived && visit.arrived.at > (latest?.arrived?.at ?? '')) latest = visit;
  }
  return latest;
}

function visitorsOf({ friends, guests }: ChildView): VisitorView[] {
  return [...friends, ...guests];
}

function lastSeen({ hasVisited, timestamp, createdAt }: VisitorView): string {
  return (hasVisited ? timestamp : undefined) ?? createdAt;
}

function newestFirst(a = '', b = ''): number {
  if (a === b) return 0;
  return a < b ? 1 : -1;
}
