import type { ChildView, VisitorView } from '#client/data/port.ts';

/** A visitor's row before and after; undefined if there was or is none. */
export interface Change {
  before: VisitorView | undefined;
  now: VisitorView | undefined;
}

/** True if the list order is unaffected. */
export function keepsOrder({ before, now }: Change): boolean {
  return before !== undefined && before.createdAt === now?.createdAt;
}

/** Puts the new rows in the places of the old ones; returns the same list if it holds none of them. */
export function replaceRows(
  rows: readonly VisitorView[],
  changes: readonly Change[],
): readonly VisitorView[] {
  const next = new Map(changes.map(({ before, now }) => [before, now]));
  return rows.some((row) => next.has(row)) ? rows.map((row) => next.get(row) ?? row) : rows;
}

/** Sorts in the order of creation. */
export function byAdded(a: Added, b: Added): number {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && idOf(a) < idOf(b)) ? -1 : 1;
}

type Added = ChildView | VisitorView;

function idOf(row: Added): string {
  return 'ref' in row ? row.ref.visitor : row.id;
}
