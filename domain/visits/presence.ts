import {
  type Accepted,
  accept,
  acceptUnchanged,
  type Context,
  type Decision,
  type Reading,
  refuse,
  type StoredVisit,
  type Write,
} from '../command.ts';
import { type Friend, type Guest, type Status, type Visit, visitLatest, visitStart } from '../documents.ts';
import { lastPart, type VisitorRef, visitorPath, visitPath } from '../paths.ts';
import { momentOf, noticesFor } from './stays.ts';

/**
 * Records that a visitor is in or out since the tap (design, section 3). Sets a target, never toggles: a status that
 * holds already is left alone with its first time, and a late tap goes into the history without touching the present.
 */
export function setStatus(
  reading: Reading,
  ref: VisitorRef,
  visitor: Friend | Guest,
  target: Status,
  context: Context,
): Decision {
  // A replay so old that its outcome is forgotten must not write over the visit it once began.
  if (reading.isTaken(visitPath(ref.child, context.op))) return refuse('id-taken');
  const tap = inDeviceOrder(visitor, context);
  if (isLate(reading, visitor, tap)) return recordLate(reading, ref, visitor, target, tap);
  // A guest's timestamp starts at its creation, so only `latest` tells that nobody ever came or went.
  const neverCame = target === 'out' && visitor.latest === undefined;
  if (visitor.status === target && !neverCame) return acceptUnchanged(visitor.timestamp);
  const visit = target === 'in' ? arrival(ref, visitor, tap) : departure(reading, ref, visitor, tap);
  return changed(reading, ref, visitor, visit, tap);
}

/**
 * A tap is late when something that is known of the visitor came after it: another device's change, or a stay that an
 * undo left as the newest. A device's own taps are ordered by its sequence, so its own latest change makes none late.
 */
function isLate(
  { around }: Reading,
  { latest, timestamp }: Friend | Guest,
  { at, device }: Context,
): boolean {
  if (latest && latest.device !== device && timestamp !== undefined && at < timestamp) return true;
  return around.some(({ visit }) => visitLatest(visit) > at);
}

/** Two taps of one device can trade places by the network's jitter; their order stands, the time is marked a guess. */
function inDeviceOrder({ latest, timestamp }: Friend | Guest, context: Context): Context {
  if (latest?.device !== context.device || timestamp === undefined || context.at >= timestamp) return context;
  const moved = Date.parse(timestamp) - Date.parse(context.at);
  return { ...context, at: timestamp, certainty: moved > 1000 ? 'uncertain' : context.certainty };
}

function arrival(ref: VisitorRef, visitor: Friend | Guest, context: Context): StoredVisit {
  const visit = { ...newVisit(ref, visitor), open: true, arrived: momentOf(context) };
  return { path: visitPath(ref.child, context.op), visit };
}

function departure(
  reading: Reading,
  ref: VisitorRef,
  visitor: Friend | Guest,
  context: Context,
): StoredVisit {
  const left = momentOf(context);
  const open = reading.around.find(({ visit }) => visit.open);
  if (open) return { path: open.path, visit: { ...open.visit, open: false, left } };
  // Nobody was seen arriving: the departure is known, the arrival is not, and none is invented.
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
  reading: Reading,
  ref: VisitorRef,
  visitor: Friend | Guest,
  { path, visit }: StoredVisit,
  context: Context,
): Accepted {
  const { op, device, at } = context;
  const status: Status = visit.open ? 'in' : 'out';
  const visitId = lastPart(path);
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
 * A tap that comes late never fakes presence: inside a known stay it changes nothing; beside a stay whose other end is
 * unknown it completes that stay; otherwise it is a stay of its own with the other end unknown.
 */
function recordLate(
  reading: Reading,
  ref: VisitorRef,
  visitor: Friend | Guest,
  target: Status,
  context: Context,
): Accepted {
  const { at } = context;
  const before = reading.around.findLast(({ visit }) => visitStart(visit) <= at);
  const after = reading.around.find(({ visit }) => visitStart(visit) > at);
  if (before && covers(before.visit, at)) return acceptUnchanged(before.visit.arrived?.at);
  if (target === 'out' && before && lacksDeparture(before.visit)) {
    return accept([{ put: before.path, document: { ...before.visit, left: momentOf(context) } }]);
  }
  if (target === 'in' && after && after.visit.arrived === undefined) {
    return accept([{ put: after.path, document: { ...after.visit, arrived: momentOf(context) } }]);
  }
  const end = target === 'in' ? { arrived: momentOf(context) } : { left: momentOf(context) };
  const { previous: _none, ...visit } = newVisit(ref, visitor);
  return accept([{ put: visitPath(ref.child, context.op), document: { ...visit, ...end } }]);
}

function covers({ arrived, left, open }: Visit, at: string): boolean {
  return arrived !== undefined && arrived.at <= at && (open || (left !== undefined && at <= left.at));
}

function lacksDeparture({ arrived, left, open }: Visit): boolean {
  return arrived !== undefined && left === undefined && !open;
}
