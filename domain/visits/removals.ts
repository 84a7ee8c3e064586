import type { Context, ReadDocuments, StoredVisit } from '../command.ts';
import type { Child, RemovedVisit } from '../documents.ts';
import { DAYS_REMOVED_KEPT } from '../limits.ts';
import { childPath, type VisitorRef, visitPath } from '../paths.ts';
import { DAY_MS, isoTime } from '../time.ts';
import { isOf, visitLatest } from './visit.ts';

/** `now`: ms. `limit`: ISO, before which visits have expired. The same list if unchanged. */
export function keptRemovals(
  removals: readonly RemovedVisit[],
  now: number,
  limit = '',
): readonly RemovedVisit[] {
  const since = isoTime(now - DAYS_REMOVED_KEPT * DAY_MS);
  const kept = removals.filter(({ at, visit }) => at >= since && (visit.open || visitLatest(visit) >= limit));
  return kept.length === removals.length ? removals : kept;
}

export function withRemovals(child: Child, removals: readonly RemovedVisit[]): Child {
  const { removedVisits: _former, ...rest } = child;
  return removals.length === 0 ? rest : { ...rest, removedVisits: [...removals] };
}

/**
 * For a tap before the removal, by another device, the visit still exists, an open one until its removal
 * (docs/decisions/0024). The remover's own taps follow its sequence.
 */
export function removedSince(
  documents: ReadDocuments,
  ref: VisitorRef,
  { at, device }: Context,
): readonly StoredVisit[] {
  const removals = documents.get(childPath(ref.child))?.removedVisits ?? [];
  return removals
    .filter((removal) => removal.at > at && removal.device !== device && isOf(removal.visit, ref))
    .map((removal) => ({ path: visitPath(ref.child, removal.id), visit: asRemoved(removal) }));
}

function asRemoved({ at, visit }: RemovedVisit): RemovedVisit['visit'] {
  const { arrived } = visit;
  return visit.open && arrived ? { ...visit, open: false, left: { ...arrived, at } } : visit;
}
