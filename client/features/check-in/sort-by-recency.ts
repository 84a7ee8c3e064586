import type { VisitorView } from '#client/data/port.ts';

/** Sorts a child's friends and guests: the one who came or went last first, then the newest. */
export function byRecency(visitors: readonly VisitorView[]): VisitorView[] {
  return visitors.toSorted((a, b) => (latestOf(a) < latestOf(b) ? 1 : -1));
}

function latestOf({ hasVisited, timestamp, createdAt }: VisitorView): string {
  return (hasVisited ? timestamp : undefined) ?? createdAt;
}
