import type { ChildView, VisitorView } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';

export function visitorsOf(children: readonly Pick<ChildView, 'friends' | 'guests'>[]): VisitorView[] {
  return children.flatMap(({ friends, guests }) => [...friends, ...guests]);
}

/** Who is `first`, in that order, then the most recently seen or added. */
export function byRecency(first: readonly Id[] = []) {
  const placeOf = ({ ref }: VisitorView) =>
    first.includes(ref.visitor) ? first.indexOf(ref.visitor) : first.length;
  return (a: VisitorView, b: VisitorView) => placeOf(a) - placeOf(b) || newestFirst(lastSeen(a), lastSeen(b));
}

function lastSeen({ hasVisited, timestamp, createdAt }: VisitorView): string {
  return (hasVisited ? timestamp : undefined) ?? createdAt;
}

/** ISO times. */
export function newestFirst(a = '', b = ''): number {
  if (a === b) return 0;
  return a < b ? 1 : -1;
}
