import type { OpenVisit, RowState, Sharing, TripVisit, VisitorView, VisitView } from '#client/data/port.ts';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { Friend, Guest, Visit } from '#domain/documents.ts';
import type { DocumentSource } from '#domain/draft.ts';
import type { Id } from '#domain/ids.ts';
import { childPath, type Path, parsePath, type VisitorRef, visitPath } from '#domain/paths.ts';
import { mapFields, type VisitorValues } from '#domain/visitor-fields.ts';

export type RowStateOf = (path: Path) => RowState;

export function visitorRow(
  base: DocumentSource,
  path: Path<'friend'> | Path<'guest'>,
  rowStateOf: RowStateOf,
): VisitorView | undefined {
  const visitor: Friend | Guest | undefined = base.get(path);
  const { child = '', kind, id = '' } = parsePath(path) ?? {};
  if (!visitor || (kind !== 'friend' && kind !== 'guest')) return undefined;
  const ref = { child, kind, visitor: id };
  const { name, status, timestamp, createdAt, latest, linkRefusal, tripMinutes, expectedArrival } = visitor;
  const values: VisitorValues = visitor;
  const fields: VisitorValues = mapFields(kind, (field) => values[field]);
  const contacts =
    'parentPhone' in visitor
      ? { parentContact: visitor.parentPhone, contactE164: visitor.parentPhoneE164 }
      : { parentContact: visitor.parentUserId };
  const hasVisited = latest !== undefined;
  const visitAt = (visit?: Id) => (visit ? base.get(visitPath(child, visit)) : undefined);
  const last = visitAt(latest?.visit);
  const undo = latest && last && undoOf(ref, latest, last);
  const openVisit = openVisitOf(visitor.openVisit, visitAt(visitor.openVisit));
  const tripVisit = latest && last && tripVisitOf(latest.visit, last);
  const state = { status, timestamp, hasVisited, createdAt, row: rowStateOf(path) };
  const trips = { tripMinutes, tripVisit, expectedArrival };
  return { ref, name, ...contacts, fields, ...state, undo, openVisit, ...trips, linkRefusal };
}

function openVisitOf(id: Id | undefined, visit: Visit | undefined): OpenVisit | undefined {
  if (!id || !visit) return undefined;
  return { visit: id, arrived: visit.arrived, staysNight: visit.staysNight, ...sharingOf(visit) };
}

function tripVisitOf(id: Id, { arrived, left, trip, ...visit }: Visit): TripVisit | undefined {
  return trip && { visit: id, arrived, left, trip, ...sharingOf(visit) };
}

function sharingOf({ links, expected, answer }: Pick<Visit, 'links' | 'expected' | 'answer'>): Sharing {
  return {
    ...(links && { links: links.map(({ hash: _hash, ...link }) => link) }),
    ...(expected && { expected }),
    ...(answer && { answer }),
  };
}

function undoOf(
  ref: VisitorRef,
  { visit, op }: NonNullable<Friend['latest']>,
  { previous }: Visit,
): CommandArgs<'undo'> {
  const undo = { ...ref, visit, undoes: op };
  return previous?.visit === undefined ? undo : { ...undo, previous: previous.visit };
}

export function visitRow(
  base: DocumentSource,
  path: Path<'visit'>,
  visitorAt: (ref: VisitorRef) => VisitorView | undefined,
  rowStateOf: RowStateOf,
): VisitView | undefined {
  const visit = base.get(path);
  const { child = '', id = '' } = parsePath(path) ?? {};
  if (!visit) return undefined;
  const { open, arrived, left, corrections, added, staysNight, trip } = visit;
  const ref = { child, kind: visit.visitor.kind, visitor: visit.visitor.id };
  const visitor = visitorAt(ref);
  const childName = base.get(childPath(child))?.name ?? '';
  const name = visitor?.name ?? visit.visitor.name;
  const undo = visitor?.undo?.visit === id ? visitor.undo : undefined;
  const times = { open, arrived, left, corrections, added, staysNight, trip };
  return { ref, visit: id, childName, name, ...times, ...sharingOf(visit), row: rowStateOf(path), undo };
}

/** For plain values; an equal row keeps its identity, so it is not rendered again. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [one, other] = [Object.entries(a), b as Record<string, unknown>];
  return (
    one.length === Object.keys(b).length &&
    one.every(([key, value]) => Object.hasOwn(other, key) && deepEqual(value, other[key]))
  );
}

export function reuseList<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  const isSame = before?.length === now.length && now.every((row, i) => row === before[i]);
  return isSame ? before : now;
}
