import type { ReadDocuments } from '../command.ts';
import type { ChangeMark, Friend, Guest, Visit } from '../documents.ts';
import { documentId, type Path, type VisitorRef, visitPath } from '../paths.ts';
import { visitLatest } from './visit-times.ts';

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
