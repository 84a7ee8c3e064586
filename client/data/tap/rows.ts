import type { ChildView, VisitorView } from '#client/data/port.ts';
import {
  childOf,
  isWithin,
  type Path,
  parsePath,
  type VisitorRef,
  visitorPath,
  visitPath,
} from '#domain/paths.ts';
import type { Fold } from './fold.ts';
import { History } from './history.ts';
import { deepEqual, type RowStateOf, reuseList, visitorRow, visitRow } from './row.ts';

/** The rows of the screens. A change rebuilds only the affected rows; every other row stays the same object. */
export class Rows {
  children: readonly ChildView[] = [];
  readonly #fold: Fold;
  readonly #children = new Map<Path, ChildView>();
  readonly visitors = new Map<Path, VisitorView>();
  readonly history = new History();

  constructor(fold: Fold) {
    this.#fold = fold;
  }

  /** Rebuilds the rows of these paths, whose document or state may have changed. */
  refresh(changed: Iterable<Path>, rowStateOf: RowStateOf): void {
    const dirty: Dirty = { children: new Set(), visitors: new Set(), visits: new Set() };
    for (const path of changed) addTo(dirty, path);
    for (const path of dirty.children) this.#markBelowChild(path, dirty);
    for (const path of dirty.visits) this.#markVisitor(path, dirty);
    const changesByChild = new Map<Path<'child'>, Change[]>([...dirty.children].map((path) => [path, []]));
    for (const path of dirty.visitors) {
      const change = this.#refreshVisitor(path, dirty, rowStateOf);
      if (!change) continue;
      const child = childOf(path) as Path<'child'>;
      changesByChild.set(child, [...(changesByChild.get(child) ?? []), change]);
    }
    const visitorAt = (ref: VisitorRef) => this.visitors.get(visitorPath(ref));
    this.history.refresh(dirty.visits, (path) => visitRow(this.#fold.documents, path, visitorAt, rowStateOf));
    for (const [path, changes] of changesByChild) this.#refreshChild(path, changes, rowStateOf);
    if (changesByChild.size > 0)
      this.children = reuseList(this.children, [...this.#children.values()].sort(byAdded));
  }

  /** A child that was added, removed or renamed makes all rows below it dirty. */
  #markBelowChild(path: Path<'child'>, dirty: Dirty): void {
    if (this.#children.get(path)?.name === this.#fold.documents.get(path)?.name) return;
    for (const below of [...this.visitors.keys(), ...this.history.rows.keys(), ...this.#fold.within(path)]) {
      if (below !== path && isWithin(below, path)) addTo(dirty, below);
    }
  }

  /** Marks a visit's visitor dirty, whose undo depends on its latest visit. */
  #markVisitor(path: Path<'visit'>, dirty: Dirty): void {
    const known = this.history.rows.get(path);
    if (known) dirty.visitors.add(visitorPath(known.ref));
    const visit = this.#fold.documents.get(path);
    const { child = '' } = parsePath(path) ?? {};
    if (visit)
      dirty.visitors.add(visitorPath({ child, kind: visit.visitor.kind, visitor: visit.visitor.id }));
  }

  /** Returns the row before and after; undefined if it is unchanged. */
  #refreshVisitor(
    path: Path<'friend'> | Path<'guest'>,
    dirty: Dirty,
    rowStateOf: RowStateOf,
  ): Change | undefined {
    const before = this.visitors.get(path);
    const now = visitorRow(this.#fold.documents, path, rowStateOf);
    if (deepEqual(before, now)) return undefined;
    if (now) this.visitors.set(path, now);
    else this.visitors.delete(path);
    const { child = '', kind, id } = parsePath(path) ?? {};
    const ref = { child, kind, visitor: id } as VisitorRef;
    if (before?.name !== now?.name)
      for (const { path } of this.#fold.documents.visitsOf(ref)) dirty.visits.add(path);
    for (const undo of [before?.undo, now?.undo]) if (undo) dirty.visits.add(visitPath(child, undo.visit));
    return { before, now };
  }

  #refreshChild(path: Path<'child'>, changes: readonly Change[], rowStateOf: RowStateOf): void {
    const child = this.#fold.documents.get(path);
    const before = this.#children.get(path);
    if (!child) {
      this.#children.delete(path);
      return;
    }
    const { friends, guests } =
      before && changes.every(keepsOrder)
        ? { friends: replaceRows(before.friends, changes), guests: replaceRows(before.guests, changes) }
        : this.#visitorsOf(path, before);
    const now = { ...child, id: parsePath(path)?.id ?? '', row: rowStateOf(path), friends, guests };
    if (!deepEqual(before, now)) this.#children.set(path, now);
  }

  #visitorsOf(path: Path<'child'>, before: ChildView | undefined): Pick<ChildView, 'friends' | 'guests'> {
    const visitors = [...this.visitors].filter(([at]) => isWithin(at, path)).map(([, row]) => row);
    const group = (kind: VisitorRef['kind']) => visitors.filter(({ ref }) => ref.kind === kind).sort(byAdded);
    return {
      friends: reuseList(before?.friends, group('friend')),
      guests: reuseList(before?.guests, group('guest')),
    };
  }
}

/** The rows to rebuild. */
interface Dirty {
  children: Set<Path<'child'>>;
  visitors: Set<Path<'friend'> | Path<'guest'>>;
  visits: Set<Path<'visit'>>;
}

function addTo(dirty: Dirty, path: Path): void {
  const kind = parsePath(path)?.kind;
  if (kind === 'child') dirty.children.add(path as Path<'child'>);
  if (kind === 'friend' || kind === 'guest') dirty.visitors.add(path as Path<'friend'>);
  if (kind === 'visit') dirty.visits.add(path as Path<'visit'>);
}

/** A visitor's row before and after; undefined if there was or is none. */
interface Change {
  before: VisitorView | undefined;
  now: VisitorView | undefined;
}

/** True if the list order is unaffected. */
function keepsOrder({ before, now }: Change): boolean {
  return before !== undefined && before.createdAt === now?.createdAt;
}

/** Puts the new rows in the places of the old ones; returns the same list if it holds none of them. */
function replaceRows(rows: readonly VisitorView[], changes: readonly Change[]): readonly VisitorView[] {
  const next = new Map(changes.map(({ before, now }) => [before, now]));
  return rows.some((row) => next.has(row)) ? rows.map((row) => next.get(row) ?? row) : rows;
}

/** Sorts in the order of creation. */
function byAdded(a: Added, b: Added): number {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && idOf(a) < idOf(b)) ? -1 : 1;
}

type Added = ChildView | VisitorView;

function idOf(row: Added): string {
  return 'ref' in row ? row.ref.visitor : row.id;
}
