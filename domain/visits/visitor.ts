import type { Context, Notice, ReadDocuments, ReadSet } from '../command.ts';
import type { ChangeMark, Friend, Guest, Visit } from '../documents.ts';
import type { Id } from '../ids.ts';
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

export function visitorReads(visitor: VisitorRef, context: Context): ReadSet {
  return {
    paths: [
      visitorPath(visitor),
      profilePath(context.actor),
      visitPath(visitor.child, context.op),
      childPath(visitor.child),
    ],
    visitsNear: { visitor, at: context.at },
  };
}

/**
 * The visitor after a visit was added or put back; undefined if they are here or something later is known.
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

interface StateBefore {
  latest: ChangeMark;
  timestamp: string;
}

/**
 * Out again, as at the `previous` change, else at the newest other departure; if both are unknown, no time is
 * invented.
 */
export function visitorBefore(
  documents: ReadDocuments,
  ref: VisitorRef,
  visitor: Friend | Guest,
  { path, visit }: { path: Path<'visit'>; visit: Visit },
): Friend | Guest {
  const { openVisit: _closed, latest: _undone, timestamp: _then, ...rest } = visitor;
  const created = 'parentUserId' in visitor ? { timestamp: visitor.createdAt } : {};
  const before = markedState(documents, ref, visit.previous) ?? newestState(documents, path) ?? created;
  return { ...rest, status: 'out', ...before } as Friend | Guest;
}

function markedState(
  documents: ReadDocuments,
  { child }: VisitorRef,
  mark: ChangeMark | undefined,
): StateBefore | undefined {
  if (!mark) return undefined;
  const path = visitPath(child, mark.visit);
  const visit = documents.get(path) ?? documents.nearbyVisits.find((other) => other.path === path)?.visit;
  const moment = visit?.left?.op === mark.op ? visit.left : visit?.arrived;
  return moment && { latest: mark, timestamp: moment.at };
}

function newestState({ nearbyVisits }: ReadDocuments, path: Path<'visit'>): StateBefore | undefined {
  const others = nearbyVisits.filter((other) => other.path !== path && !other.visit.open);
  const newest = others.reduce<(typeof others)[number] | undefined>(
    (one, other) => (one && visitLatest(one.visit) >= visitLatest(other.visit) ? one : other),
    undefined,
  );
  const left = newest?.visit.left;
  if (!newest || !left) return undefined;
  return { latest: { op: left.op, device: left.device, visit: documentId(newest.path) }, timestamp: left.at };
}

/** With notifications off nothing is sent, but an unsent notice about the same tap is still cancelled. */
export function noticesFor(
  documents: ReadDocuments,
  context: Context,
  visitor: Friend | Guest,
  notice: Pick<Notice, 'about' | 'kind' | 'status' | 'at'>,
): Notice[] {
  const isOff = documents.get(profilePath(context.actor))?.notifications === false;
  if (isOff && notice.kind === 'first') return [];
  const recipient =
    'parentPhone' in visitor ? { phone: visitor.parentPhone } : { userId: visitor.parentUserId };
  return [{ ...notice, ...(isOff ? { kind: 'cancelled' } : {}), recipient, name: visitor.name }];
}
