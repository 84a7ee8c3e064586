import type { Context, ReadDocuments, StoredVisit } from '../command.ts';
import type { RemovedVisit } from '../documents.ts';
import { childPath, type VisitorRef, visitPath } from '../paths.ts';
import { isOf } from './visit-of.ts';

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
