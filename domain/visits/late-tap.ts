import { type Accepted, accept, acceptUnchanged, type Context, type StoredVisit } from '../command.ts';
import type { Friend, Guest, Status, Visit } from '../documents.ts';
import { type VisitorRef, visitPath } from '../paths.ts';
import { momentOf } from './moment.ts';
import { visitStart } from './visit-times.ts';
import { byStart } from './visits-around.ts';

/**
 * Records a late tap without faking presence: inside a known visit it changes nothing; beside a visit whose other end
 * is unknown it completes that visit; otherwise it is a visit of its own with the other end unknown. What would have
 * completed a visit that was `removed` since changes nothing (docs/decisions/0003 and 0024).
 */
export function recordLate(
  around: readonly StoredVisit[],
  removed: readonly StoredVisit[],
  ref: VisitorRef,
  { name }: Friend | Guest,
  target: Status,
  context: Context,
): Accepted {
  const { at } = context;
  const known = [...around, ...removed].toSorted(byStart);
  const before = known.findLast(({ visit }) => visitStart(visit) <= at);
  const after = known.find(({ visit }) => visitStart(visit) > at);
  if (before && covers(before.visit, at)) return acceptUnchanged(before.visit.arrived?.at);
  const end = target === 'in' ? { arrived: momentOf(context) } : { left: momentOf(context) };
  const half =
    target === 'in'
      ? after && lacksArrival(after.visit) && after
      : before && lacksDeparture(before.visit) && before;
  if (half && removed.includes(half)) return acceptUnchanged(undefined);
  if (half) return accept([{ put: half.path, document: { ...half.visit, ...end } }]);
  const visitor = { kind: ref.kind, id: ref.visitor, name };
  return accept([
    { put: visitPath(ref.child, context.op), document: { visitor, open: false, corrections: [], ...end } },
  ]);
}

/** True if a time lies within one of these visits. */
export function isWithinAny(visits: readonly StoredVisit[], at: string): boolean {
  return visits.some(({ visit }) => covers(visit, at));
}

function covers({ arrived, left, open }: Visit, at: string): boolean {
  return arrived !== undefined && arrived.at <= at && (open || (left !== undefined && at <= left.at));
}

function lacksDeparture({ arrived, left, open }: Visit): boolean {
  return arrived !== undefined && left === undefined && !open;
}

function lacksArrival({ arrived }: Visit): boolean {
  return arrived === undefined;
}
