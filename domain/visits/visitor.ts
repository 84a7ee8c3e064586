import {
  accept,
  type Context,
  type Decision,
  type Notice,
  type ReadDocuments,
  type ReadSet,
  refuse,
  type Write,
} from '../command.ts';
import type { ChangeMark, Friend, Guest, Visit } from '../documents.ts';
import type { Id } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { isSameFirstName } from '../names.ts';
import {
  childPath,
  documentId,
  type Path,
  profilePath,
  type VisitorRef,
  visitorPath,
  visitPath,
} from '../paths.ts';
import { visitLatest } from './visit.ts';

/** Returns the read set of a change to one visitor: the visitor, the visits beside the tap and those removed, the parent's switch. */
export function visitorReads(visitor: VisitorRef, context: Context): ReadSet {
  return {
    paths: [
      visitorPath(visitor),
      profilePath(context.actor),
      visitPath(visitor.child, context.op),
      childPath(visitor.child),
    ],
    around: { visitor, at: context.at },
  };
}

/** Adds a friend or guest of a child at a path that no document ever had. */
export function addVisitor(
  reading: ReadDocuments,
  child: Id,
  path: Path<'friend' | 'guest'>,
  document: Friend | Guest,
): Decision {
  if (!reading.get(childPath(child))) return refuse('not-found');
  if (reading.isTaken(path)) return refuse('id-taken');
  if (reading.sizes.visitors >= LIMITS.visitors) return refuse('too-many-visitors');
  return accept([{ put: path, document }]);
}

/** Stamps another first name with the time of receipt, which is comparable with that of a yes: both are the server's. */
export function renamedIf(
  stored: Friend | Guest,
  name: string | undefined,
  { receivedAt }: Context,
): { renamedAt?: string } {
  const isSame = name === undefined || isSameFirstName(name, stored.name);
  return isSame ? {} : { renamedAt: receivedAt };
}

/** Deletes a visitor and keeps the visits. An open visit ends with an unknown departure: nobody could close it later. */
export function removeVisitor(reading: ReadDocuments, ref: VisitorRef): Decision {
  const visitor = reading.get(visitorPath(ref));
  if (!visitor) return refuse('not-found');
  const closed = reading.around
    .filter(({ visit }) => visit.open)
    .map(({ path, visit }): Write => ({ put: path, document: { ...visit, open: false } }));
  return accept([...closed, { remove: visitorPath(ref) }]);
}

/**
 * Returns the visitor since a visit that enters the history afterwards, added or put back: in if it is open, else out.
 * Undefined if the visitor is here or something later is known, so that the present stays as it is.
 */
export function visitorSince(
  visitor: Friend | Guest,
  id: Id,
  { open, arrived, left }: Visit,
): Friend | Guest | undefined {
  const moment = open ? arrived : left;
  const { status, latest, timestamp } = visitor;
  const isKnownLater = latest !== undefined && timestamp !== undefined && timestamp > (moment?.at ?? '');
  if (!moment || status === 'in' || isKnownLater) return undefined;
  const { at, op, device } = moment;
  const change = { timestamp: at, latest: { op, device, visit: id } };
  return { ...visitor, ...change, ...(open ? { status: 'in', openVisit: id } : {}) };
}

/** The visitor's latest change before a visit, and its time (ISO). */
interface StateBefore {
  latest: ChangeMark;
  timestamp: string;
}

/**
 * Returns the visitor, now out, as before the visit at `path`: since the change that the visit names as its `previous`, or,
 * if that visit is gone too, since the departure of the newest one left. If that is unknown, no time is invented.
 */
export function visitorBefore(
  reading: ReadDocuments,
  ref: VisitorRef,
  visitor: Friend | Guest,
  { path, visit }: { path: Path<'visit'>; visit: Visit },
): Friend | Guest {
  const { openVisit: _closed, latest: _undone, timestamp: _then, ...rest } = visitor;
  const created = 'parentUserId' in visitor ? { timestamp: visitor.createdAt } : {};
  const before = markedState(reading, ref, visit.previous) ?? newestState(reading, path) ?? created;
  return { ...rest, status: 'out', ...before } as Friend | Guest;
}

function markedState(
  reading: ReadDocuments,
  { child }: VisitorRef,
  mark: ChangeMark | undefined,
): StateBefore | undefined {
  if (!mark) return undefined;
  const path = visitPath(child, mark.visit);
  const visit = reading.get(path) ?? reading.around.find((other) => other.path === path)?.visit;
  const moment = visit?.left?.op === mark.op ? visit.left : visit?.arrived;
  return moment && { latest: mark, timestamp: moment.at };
}

function newestState({ around }: ReadDocuments, path: Path<'visit'>): StateBefore | undefined {
  const others = around.filter((other) => other.path !== path && !other.visit.open);
  const newest = others.reduce<(typeof others)[number] | undefined>(
    (one, other) => (one && visitLatest(one.visit) >= visitLatest(other.visit) ? one : other),
    undefined,
  );
  const left = newest?.visit.left;
  if (!newest || !left) return undefined;
  return { latest: { op: left.op, device: left.device, visit: documentId(newest.path) }, timestamp: left.at };
}

/**
 * Returns the notice to the other family, or none. With the acting parent's notifications off nothing is sent, but
 * what waits unsent about the same tap is still cancelled.
 */
export function noticesFor(
  reading: ReadDocuments,
  context: Context,
  visitor: Friend | Guest,
  notice: Pick<Notice, 'about' | 'kind' | 'status' | 'at'>,
): Notice[] {
  const isOff = reading.get(profilePath(context.actor))?.notifications === false;
  if (isOff && notice.kind === 'first') return [];
  const recipient =
    'parentPhone' in visitor ? { phone: visitor.parentPhone } : { userId: visitor.parentUserId };
  return [{ ...notice, ...(isOff ? { kind: 'cancelled' } : {}), recipient, name: visitor.name }];
}
