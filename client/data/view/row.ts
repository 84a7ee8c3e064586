import type { OpenVisit, RowState, Sharing, TripVisit, VisitorView, VisitView } from '#client/data/port.ts';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { Friend, Guest, Visit } from '#domain/documents.ts';
import type { DocumentSource } from '#domain/draft.ts';
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
  const undo = undoOf(base, ref, visitor);
  const row = rowStateOf(path);
  const openVisit = openVisitOf(base, ref, visitor);
  const times = { timestamp, hasVisited, createdAt };
  const tripVisit = tripVisitOf(base, ref, visitor);
  const trips = { tripMinutes, tripVisit, expectedArrival };
  return { ref, name, ...contacts, fields, status, ...times, row, undo, openVisit, ...trips, linkRefusal };
}

function openVisitOf(
  base: DocumentSource,
  { child }: VisitorRef,
  { openVisit: id }: Friend | Guest,
): OpenVisit | undefined {
  const visit = id && base.get(visitPath(child, id));
  if (!id || !visit) return undefined;
  return { visit: id, arrived: visit.arrived, staysNight: visit.staysNight, ...sharingOf(visit) };
}

function tripVisitOf(
  base: DocumentSource,
  { child }: VisitorRef,
  { latest }: Friend | Guest,
): TripVisit | undefined {
  const visit = latest && base.get(visitPath(child, latest.visit));
  if (!latest || !visit?.trip) return undefined;
  const { arrived, left, trip } = visit;
  return { visit: latest.visit, arrived, left, trip, ...sharingOf(visit) };
}

function sharingOf({ links, expected, answer }: Visit): Sharing {
  return {
    ...(links && { links: links.map(({ hash: _hash, ...link }) => link) }),
    ...(expected && { expected }),
    ...(answer && { answer }),
  };
}

/** Undefined while the visit is not on the device. */
function undoOf(
  base: DocumentSource,
  ref: VisitorRef,
  { latest }: Friend | Guest,
): CommandArgs<'undo'> | undefined {
  const visit = latest && base.get(visitPath(ref.child, latest.visit));
  if (!latest || !visit) return undefined;
  const previous = visit.previous?.visit;
  const undo = { ...ref, visit: latest.visit, undoes: latest.op };
  return previous === undefined ? undo : { ...undo, previous };
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
