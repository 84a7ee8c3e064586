import type { ChildView, VisitorView } from '#client/data/port.ts';
import { matchesName } from '#client/people/matches-name.ts';
import { byRecency, newestFirst, visitorsOf } from '#client/people/visitors.ts';
import type { Id } from '#domain/ids.ts';

export interface VisitorOfChild {
  child: ChildView;
  visitor: VisitorView;
}

/**
 * Those who need an answer (`asking`, or a family asks), planned times, the rest; ties: the longest stay first. Who
 * is on the way home (`onTheWay`) keeps the place.
 */
export function presentVisitors(
  children: readonly ChildView[],
  asking: readonly Id[] = [],
  onTheWay: readonly Id[] = [],
): VisitorOfChild[] {
  const present = children.flatMap((child) =>
    visitorsOf([child])
      .filter(({ status, ref }) => status === 'in' || onTheWay.includes(ref.visitor))
      .map((visitor) => ({ child, visitor, place: placeOf(visitor, asking), came: arrivalOf(visitor) })),
  );
  return present.toSorted((a, b) => newestFirst(b.place, a.place) || newestFirst(b.came, a.came));
}

/** Sorts as text: '' for who needs an answer, then planned times (ISO), then `WITHOUT`. */
function placeOf({ openVisit, tripVisit }: VisitorView, asking: readonly Id[]): string {
  const shown = openVisit ?? tripVisit;
  if (!shown) return WITHOUT;
  const { visit, answer, expected } = shown;
  const isAsked = answer?.until !== undefined && !answer.reply;
  return isAsked || asking.includes(visit) ? '' : (expected?.at ?? WITHOUT);
}

function arrivalOf({ tripVisit, timestamp }: VisitorView): string | undefined {
  return tripVisit?.arrived?.at ?? timestamp;
}

/** Sorts after every ISO time. */
const WITHOUT = '~';

export function countHere(children: readonly ChildView[]): number {
  return visitorsOf(children).filter(({ status }) => status === 'in').length;
}

export function arrivalsSince(shown: readonly ChildView[], now: readonly ChildView[]): Id[] {
  if (shown === now) return [];
  const before = new Set(presentVisitors(shown).map(({ visitor }) => visitor.ref.visitor));
  return presentVisitors(now).flatMap(({ visitor: { ref } }) =>
    before.has(ref.visitor) ? [] : [ref.visitor],
  );
}

/** Who is `coming`, in that order, then the most recently seen or added. */
export function absentVisitors(child: ChildView, coming?: readonly Id[]): VisitorView[] {
  return visitorsOf([child])
    .filter(({ status }) => status === 'out')
    .toSorted(byRecency(coming));
}

/** If `before` has no visitors, lists new ones even if they are in. */
export function sinceEmpty(before: ChildView, children: readonly ChildView[]): VisitorView[] {
  const now = children.find(({ id }) => id === before.id) ?? before;
  return countVisitors([before]) === 0 ? visitorsOf([now]) : absentVisitors(now);
}

/** Sorted like `absentVisitors`. */
export function usualVisitors(children: readonly ChildView[], coming?: readonly Id[]): VisitorOfChild[] {
  const away = children.flatMap((child) => absentVisitors(child).map((visitor) => ({ child, visitor })));
  const order = byRecency(coming);
  return away.toSorted((a, b) => order(a.visitor, b.visitor));
}

export function countVisitors(children: readonly ChildView[]): number {
  return visitorsOf(children).length;
}

/** Matches the visitor's or the child's name; undefined if nothing was typed. */
export function matcherOf(typed: string): ((one: VisitorOfChild) => boolean) | undefined {
  if (typed.trim() === '') return undefined;
  return ({ child, visitor }) => matchesName(`${visitor.name} ${child.name}`, typed);
}
