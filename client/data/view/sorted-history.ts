import type { VisitView } from '#client/data/port.ts';
import { type Path, visitPath } from '#domain/paths.ts';
import { deepEqual } from './row.ts';

/** Newest first. A change costs one merge pass, not a full sort. */
export class SortedHistory {
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
    if (old.size + fresh.length > 0) this.sorted = merge(this.sorted, old, fresh.sort(byLatest));
  }
}

function merge(
  before: readonly VisitView[],
  old: ReadonlySet<VisitView>,
  fresh: readonly VisitView[],
): VisitView[] {
  const merged: VisitView[] = [];
  let [next, removed] = [0, 0];
  for (const [at, row] of before.entries()) {
    // A tap changes only the newest rows; copy the rest.
    if (next === fresh.length && removed === old.size) return merged.concat(before.slice(at));
    if (old.has(row)) {
      removed += 1;
      continue;
    }
    for (let one = fresh[next]; one && byLatest(one, row) < 0; one = fresh[next]) {
      merged.push(one);
      next += 1;
    }
    merged.push(row);
  }
  for (const one of fresh.slice(next)) merged.push(one);
  return merged;
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
