import type { VisitorView } from '#client/data/port.ts';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';

/** The order of a child's visitors as of when the list opened, and who could be tapped then. */
interface InitialOrder {
  place: ReadonlyMap<Id, number>;
  /** The visitors who had the wanted status already. */
  rest: ReadonlySet<Id>;
}

/** Those who can be checked in (or out) come first, then the rest; each group with the most recent first. */
export function initialOrder(visitors: readonly VisitorView[], mode: Status): InitialOrder {
  const isRest = ({ status }: VisitorView) => status === mode;
  const sorted = byRecency(visitors);
  const ordered = [...sorted.filter((one) => !isRest(one)), ...sorted.filter(isRest)];
  return {
    place: new Map(ordered.map(({ ref }, place) => [ref.visitor, place])),
    rest: new Set(visitors.filter(isRest).map(({ ref }) => ref.visitor)),
  };
}

/** Sorts by the initial order, so that no row moves away under a finger; whoever was added since comes first. */
export function inOrder(visitors: readonly VisitorView[], { place }: InitialOrder): VisitorView[] {
  const placeOf = ({ ref }: VisitorView) => place.get(ref.visitor) ?? -1;
  return visitors.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Sorts a child's friends and guests: the one who came or went last first, then the newest. */
export function byRecency(visitors: readonly VisitorView[]): VisitorView[] {
  return visitors.toSorted((a, b) => (latestOf(a) < latestOf(b) ? 1 : -1));
}

function latestOf({ hasVisited, timestamp, createdAt }: VisitorView): string {
  return (hasVisited ? timestamp : undefined) ?? createdAt;
}
