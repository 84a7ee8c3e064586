import {
  type Accepted,
  accept,
  acceptUnchanged,
  type Context,
  type Decision,
  type ReadDocuments,
  refuse,
  type StoredVisit,
  type Write,
} from '../command.ts';
import type { Friend, Guest, Status, Visit } from '../documents.ts';
import { LIMITS } from '../limits.ts';
import { documentId, type VisitorRef, visitorPath, visitPath } from '../paths.ts';
import { removedSince } from './removals.ts';
import { byStart, momentOf, visitLatest, visitStart } from './visit.ts';
import { noticesFor } from './visitor.ts';

/**
 * Sets a visitor's status to the target since the tap; never toggles. A status that already holds keeps its first
 * time, and a late tap goes into the history without changing the present (docs/decisions/0003).
 */
export function setStatus(
  reading: ReadDocuments,
  ref: VisitorRef,
  visitor: Friend | Guest,
  target: Status,
  context: Context,
): Decision {
  // A replay whose stored outcome was purged must not overwrite the visit it once began.
  if (reading.isTaken(visitPath(ref.child, context.op))) return refuse('id-taken');
  const tap = inDeviceOrder(visitor, context);
  const removed = removedSince(reading, ref, context);
  if (isWithinAny(removed, tap.at)) return acceptUnchanged(visitor.timestamp);
  const known = { ...reading, around: [...reading.around, ...removed] };
  if (isLate(known, visitor, tap)) return recordLate(reading.around, removed, ref, visitor, target, tap);
  // A guest's timestamp starts at its creation, so only `latest` tells that nobody ever came or went.
  const hadCome =
    visitor.latest !== undefined || removed.some(({ visit }) => visit.left && visitStart(visit) <= tap.at);
  const neverCame = target === 'out' && !hadCome;
  if (visitor.status === target && !neverCame) return acceptUnchanged(visitor.timestamp);
  const isFull = reading.sizes.openVisits >= LIMITS.openVisits;
  if (target === 'in' && isFull) return refuse('too-many-open-visits');
  const visit = target === 'in' ? arrival(ref, visitor, tap) : departure(reading, ref, visitor, tap);
  return changed(reading, ref, visitor, visit, tap);
}

/**
 * True if something known of the visitor came after the tap: another device's change, or a visit that an undo left as
 * the newest. A device's own taps are ordered by its sequence, so its own latest change makes none late.
 */
function isLate({ around }: ReadDocuments, visitor: Friend | Guest, context: Context): boolean {
  const { latest, timestamp } = visitor;
  const { at } = context;
  if (latest && !isInSequence(visitor, context) && timestamp !== undefined && at < timestamp) return true;
  return around.some(({ visit }) => visitLatest(visit) > at);
}

/** Keeps the device's order if network jitter swapped the times of two of its taps, and marks the time uncertain. */
function inDeviceOrder(visitor: Friend | Guest, context: Context): Context {
  const { timestamp } = visitor;
  if (!isInSequence(visitor, context) || timestamp === undefined || context.at >= timestamp) return context;
  const moved = Date.parse(timestamp) - Date.parse(context.at);
  return { ...context, at: timestamp, certainty: moved > 1000 ? 'uncertain' : context.certainty };
}

/** True if the device made the visitor's latest change, and the tap after it. */
function isInSequence({ latest }: Friend | Guest, { device }: Context): boolean {
  return latest?.device === device;
}

function arrival(ref: VisitorRef, visitor: Friend | Guest, context: Context): StoredVisit {
  const visit = { ...newVisit(ref, visitor), open: true, arrived: momentOf(context) };
  return { path: visitPath(ref.child, context.op), visit };
}

function departure(
  reading: ReadDocuments,
  ref: VisitorRef,
  visitor: Friend | Guest,
  context: Context,
): StoredVisit {
  const left = momentOf(context);
  const open = reading.around.find(({ visit }) => visit.open);
  if (open) return { path: open.path, visit: { ...open.visit, open: false, left } };
  // Departure without a known arrival: no arrival is invented.
  return { path: visitPath(ref.child, context.op), visit: { ...newVisit(ref, visitor), left } };
}

function newVisit({ kind, visitor: id }: VisitorRef, { name, latest }: Friend | Guest): Visit {
  return {
    visitor: { kind, id, name },
    open: false,
    ...(latest ? { previous: latest } : {}),
    corrections: [],
  };
}

function changed(
  reading: ReadDocuments,
  ref: VisitorRef,
  visitor: Friend | Guest,
  { path, visit }: StoredVisit,
  context: Context,
): Accepted {
  const { op, device, at } = context;
  const status: Status = visit.open ? 'in' : 'out';
  const visitId = documentId(path);
  const { openVisit: _closed, ...rest } = visitor;
  const latest = { op, device, visit: visitId };
  const document = { ...rest, status, timestamp: at, latest, ...(visit.open ? { openVisit: visitId } : {}) };
  const writes: Write[] = [
    { put: path, document: visit },
    { put: visitorPath(ref), document },
  ];
  return accept(writes, noticesFor(reading, context, visitor, { about: op, kind: 'first', status, at }));
}

/**
 * Records a late tap without faking presence: inside a known visit it changes nothing; beside a visit whose other end
 * is unknown it completes that visit; otherwise it is a visit of its own with the other end unknown. What would have
 * completed a visit that was `removed` since changes nothing (docs/decisions/0003 and 0024).
 */
function recordLate(
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
  const beside = target === 'in' ? after : before;
  const half = beside && lacksEnd(beside.visit, target) ? beside : undefined;
  if (half && removed.includes(half)) return acceptUnchanged(undefined);
  if (half) return accept([{ put: half.path, document: { ...half.visit, ...end } }]);
  const visitor = { kind: ref.kind, id: ref.visitor, name };
  return accept([
    { put: visitPath(ref.child, context.op), document: { visitor, open: false, corrections: [], ...end } },
  ]);
}

/** True if a time lies within one of these visits. */
function isWithinAny(visits: readonly StoredVisit[], at: string): boolean {
  return visits.some(({ visit }) => covers(visit, at));
}

function covers({ arrived, left, open }: Visit, at: string): boolean {
  return arrived !== undefined && arrived.at <= at && (open || (left !== undefined && at <= left.at));
}

/** True if the end of a visit that a tap to `target` would be is unknown. */
function lacksEnd({ arrived, left, open }: Visit, target: Status): boolean {
  return target === 'in' ? !arrived : arrived !== undefined && !left && !open;
}
