import type { ChildView, VisitorView, VisitView } from '#client/data/port.ts';
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
import { deepEqual, type RowStateOf, reuseList, visitorRow, visitRow } from './row.ts';

/** Unaffected rows stay the same object, so that they are not rendered again. */
export class Rows {
  children: readonly ChildView[] = [];
  readonly #fold: Fold;
  readonly #children = new Map<Path, ChildView>();
  readonly visitors = new Map<Path, VisitorView>();
  readonly history = new SortedHistory();

  constructor(fold: Fold) {
    this.#fold = fold;
  }

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

  /** The rows below show the child's name. */
  #markBelowChild(path: Path<'child'>, dirty: Dirty): void {
    if (this.#children.get(path)?.name === this.#fold.documents.get(path)?.name) return;
    for (const below of [...this.visitors.keys(), ...this.history.rows.keys(), ...this.#fold.within(path)]) {
      if (below !== path && isWithin(below, path)) addTo(dirty, below);
    }
  }

  /** A visitor's undo depends on the latest visit. */
  #markVisitor(path: Path<'visit'>, dirty: Dirty): void {
    const known = this.history.rows.get(path);
    if (known) dirty.visitors.add(visitorPath(known.ref));
    const visit = this.#fold.documents.get(path);
    const { child = '' } = parsePath(path) ?? {};
    if (visit)
      dirty.visitors.add(visitorPath({ child, kind: visit.visitor.kind, visitor: visit.visitor.id }));
  }

  /** Undefined if unchanged. */
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

interface Change {
  before: VisitorView | undefined;
  now: VisitorView | undefined;
}

/** Lists are sorted by `createdAt`. */
function keepsOrder({ before, now }: Change): boolean {
  return before !== undefined && before.createdAt === now?.createdAt;
}

function replaceRows(rows: readonly VisitorView[], changes: readonly Change[]): readonly VisitorView[] {
  const next = new Map(changes.map(({ before, now }) => [before, now]));
  return rows.some((row) => next.has(row)) ? rows.map((row) => next.get(row) ?? row) : rows;
}

function byAdded(a: Added, b: Added): number {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && idOf(a) < idOf(b)) ? -1 : 1;
}

type Added = ChildView | VisitorView;

function idOf(row: Added): string {
  return 'ref' in row ? row.ref.visitor : row.id;
}

/** Newest first. */
class SortedHistory {
  sorted: readonly VisitView[] = [];
  readonly rows = new Map<Path, VisitView>();

  refresh(paths: Iterable<Path<'visit'>>, viewOf: (path: Path<'visit'>) => VisitView | undefined): void {
    const old = new Set<VisitView>();
    const fresh: VisitView[] = [];
    for (const path of paths) {
      const [before, now] = [this.rows.get(path), viewOf(path)];
      if (deepEqual(before, now)) continue;
      if (before) old.add(before);
      if (now) fresh.push(now);
      if (now) this.rows.set(path, now);
      else this.rows.delete(path);
    }
    if (old.size + fresh.length === 0) return;
    // Browsers sort two sorted runs in one merge pass.
    this.sorted = [...this.sorted.filter((row) => !old.has(row)), ...fresh.sort(byLatest)].sort(byLatest);
  }
}

function byLatest(a: VisitView, b: VisitView): number {
  const [one, other] = [latestOf(a), latestOf(b)];
  if (one !== other) return one > other ? -1 : 1;
  return visitPath(a.ref.child, a.visit) < visitPath(b.ref.child, b.visit) ? -1 : 1;
}

/** Must match `visitLatest` of the document. */
function latestOf({ arrived, left }: VisitView): string {
  return left?.at ?? arrived?.at ?? '';
}
