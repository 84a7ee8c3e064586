import type { ChildView, VisitorView } from '#client/data/port.ts';
import type { VisitorRef } from '#domain/paths.ts';

/** A friend or guest as they stand in these children; undefined where they are gone. */
export function visitorOf(
  children: readonly ChildView[],
  { child, kind, visitor }: VisitorRef,
): VisitorView | undefined {
  const of = children.find(({ id }) => id === child);
  const visitors = kind === 'friend' ? of?.friends : of?.guests;
  return visitors?.find(({ ref }) => ref.visitor === visitor);
}
