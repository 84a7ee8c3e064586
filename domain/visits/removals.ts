import type { Context, ReadDocuments, StoredVisit } from '../command.ts';
import type { Child, RemovedVisit } from '../documents.ts';
import type { Id } from '../ids.ts';
import { DAYS_REMOVED_KEPT } from '../limits.ts';
import { childPath, type VisitorRef, visitPath } from '../paths.ts';
import { DAY_MS, isoTime } from '../time.ts';
import { isOf, visitLatest } from './visit.ts';

/** Removals are kept so many for each child: the trail, and what can be put back. */
const MOST_KEPT = 10;

/**
 * Returns the removals to keep at `now` (ms): none older than 30 days, and none of a visit that has expired, if visits
 * before `limit` (ISO) have. The same list if nothing goes.
 */
export function keptRemovals(
  removals: readonly RemovedVisit[],
  now: number,
  limit = '',
): readonly RemovedVisit[] {
  const since = isoTime(now - DAYS_REMOVED_KEPT * DAY_MS);
  const kept = removals.filter(({ at, visit }) => at >= since && (visit.open || visitLatest(visit) >= limit));
  return kept.length === removals.length ? removals : kept;
}

/** Returns the child with these removals, without the field if there are none. */
export function withRemovals(child: Child, removals: readonly RemovedVisit[]): Child {
  const { removedVisits: _former, ...rest } = child;
  return removals.length === 0 ? rest : { ...rest, removedVisits: [...removals] };
}

/** Returns the child with one more removal; the oldest may go for it. `now` in ms. */
export function addRemoval(child: Child, removal: RemovedVisit, now: number): Child {
  const others = withoutRemoval(child, removal.id);
  return withRemovals(child, [...keptRemovals(others, now), removal].slice(-MOST_KEPT));
}

/** Returns a child's removals but that of one visit. */
export function withoutRemoval({ removedVisits = [] }: Child, id: Id): RemovedVisit[] {
  return removedVisits.filter((one) => one.id !== id);
}

/**
 * Returns the visits of a visitor that were removed after a tap of another device: for that tap they are still there, an
 * open one until its removal (docs/decisions/0024). The remover's own taps come in its order.
 */
export function removedSince(
  reading: ReadDocuments,
  ref: VisitorRef,
  { at, device }: Context,
): readonly StoredVisit[] {
  const removals = reading.get(childPath(ref.child))?.removedVisits ?? [];
  return removals
    .filter((removal) => removal.at > at && removal.device !== device && isOf(removal.visit, ref))
    .map((removal) => ({ path: visitPath(ref.child, removal.id), visit: asRemoved(removal) }));
}

function asRemoved({ at, visit }: RemovedVisit): RemovedVisit['visit'] {
  const { arrived } = visit;
  return visit.open && arrived ? { ...visit, open: false, left: { ...arrived, at } } : visit;
}
