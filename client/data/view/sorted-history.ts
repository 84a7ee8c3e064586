import type { VisitView } from '#client/data/port.ts';
import { type Path, visitPath } from '#domain/paths.ts';
import { deepEqual } from './row.ts';

/** Newest first. */
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
