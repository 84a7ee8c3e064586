import {
  type Accepted,
  accept,
  acceptUnchanged,
  type Context,
  type Decision,
  defineCommand,
  type ReadDocuments,
  refuse,
  type StoredVisit,
  type Write,
} from '../command.ts';
import type { Friend, Guest, Status, Visit } from '../documents.ts';
import { LIMITS } from '../limits.ts';
import { documentId, type VisitorRef, visitorPath, visitorRefSchema, visitPath } from '../paths.ts';
import { removedSince } from '../visits/removals.ts';
import { byStart, momentOf, visitLatest, visitStart } from '../visits/visit.ts';
import { noticesFor, visitorReads } from '../visits/visitor.ts';

/** States a target, so a repeated tap changes nothing (specification, section 4). */
const setTo = (target: Status) =>
  defineCommand({
    args: visitorRefSchema,
    reads: visitorReads,
    decide(documents, ref, context) {
      const visitor = documents.get(visitorPath(ref));
      return visitor ? setStatus(documents, ref, visitor, target, context) : refuse('not-found');
    },
  });

export const statusCommands = { checkIn: setTo('in'), checkOut: setTo('out') } as const;

/**
 * Never toggles. A status that holds keeps its first time; a late tap goes into the history only
 * (docs/decisions/0003).
 */
function setStatus(
  documents: ReadDocuments,
  ref: VisitorRef,
  visitor: Friend | Guest,
  target: Status,
  context: Context,
): Decision {
  // A replay whose stored outcome was purged must not overwrite the visit it once began.
  if (documents.everExisted(visitPath(ref.child, context.op))) return refuse('id-taken');
  const tap = inDeviceOrder(visitor, context);
  const removed = removedSince(documents, ref, context);
  if (isWithinAny(removed, tap.at)) return acceptUnchanged(visitor.timestamp);
  const known = { ...documents, nearbyVisits: [...documents.nearbyVisits, ...removed] };
  if (isLate(known, visitor, tap))
    return recordLate(documents.nearbyVisits, removed, ref, visitor, target, tap);
  // A guest's timestamp starts at its creation, so only `latest` shows whether anybody came or went.
  const hadCome =
    visitor.latest !== undefined || removed.some(({ visit }) => visit.left && visitStart(visit) <= tap.at);
  const neverCame = target === 'out' && !hadCome;
  if (visitor.status === target && !neverCame) return acceptUnchanged(visitor.timestamp);
  const isFull = documents.sizes.openVisits >= LIMITS.openVisits;
  if (target === 'in' && isFull) return refuse('too-many-open-visits');
  const visit = target === 'in' ? arrival(ref, visitor, tap) : departure(documents, ref, visitor, tap);
  return changed(documents, ref, visitor, visit, tap);
}

/**
 * Late: another device's change, or a visit that an undo left newest, came after the tap. A device's own taps
 * follow its sequence.
 */
function isLate({ nearbyVisits }: ReadDocuments, visitor: Friend | Guest, context: Context): boolean {
  const { latest, timestamp } = visitor;
  const { at } = context;
  if (latest && !isInSequence(visitor, context) && timestamp !== undefined && at < timestamp) return true;
  return nearbyVisits.some(({ visit }) => visitLatest(visit) > at);
}

/** Keeps the device's order if network jitter swapped two taps; over a second, marks the time uncertain. */
function inDeviceOrder(visitor: Friend | Guest, context: Context): Context {
  const { timestamp } = visitor;
  if (!isInSequence(visitor, context) || timestamp === undefined || context.at >= timestamp) return context;
  const moved = Date.parse(timestamp) - Date.parse(context.at);
  return { ...context, at: timestamp, certainty: moved > 1000 ? 'uncertain' : context.certainty };
}

function isInSequence({ latest }: Friend | Guest, { device }: Context): boolean {
  return latest?.device === device;
}

function arrival(ref: VisitorRef, visitor: Friend | Guest, context: Context): StoredVisit {
  const visit = { ...newVisit(ref, visitor), open: true, arrived: momentOf(context) };
  return { path: visitPath(ref.child, context.op), visit };
}

function departure(
  documents: ReadDocuments,
  ref: VisitorRef,
  visitor: Friend | Guest,
  context: Context,
): StoredVisit {
  const left = momentOf(context);
  const open = documents.nearbyVisits.find(({ visit }) => visit.open);
  if (open) return { path: open.path, visit: { ...open.visit, open: false, left } };
  // No arrival is invented.
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
  documents: ReadDocuments,
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
  return accept(writes, noticesFor(documents, context, visitor, { about: op, kind: 'first', status, at }));
}

/**
 * Inside a visit a late tap changes nothing; beside one with an unknown end it completes that; else it is a
 * visit of its own. One `removed` since is not completed (docs/decisions/0003, 0024).
 */
function recordLate(
  nearbyVisits: readonly StoredVisit[],
  removed: readonly StoredVisit[],
  ref: VisitorRef,
  { name }: Friend | Guest,
  target: Status,
  context: Context,
): Accepted {
  const { at } = context;
  const known = [...nearbyVisits, ...removed].toSorted(byStart);
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

function isWithinAny(visits: readonly StoredVisit[], at: string): boolean {
  return visits.some(({ visit }) => covers(visit, at));
}

function covers({ arrived, left, open }: Visit, at: string): boolean {
  return arrived !== undefined && arrived.at <= at && (open || (left !== undefined && at <= left.at));
}

function lacksEnd({ arrived, left, open }: Visit, target: Status): boolean {
  return target === 'in' ? !arrived : arrived !== undefined && !left && !open;
}
