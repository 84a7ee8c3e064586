import { same } from '#client/data/lib/deep-equal.ts';
import type { VisitView } from '#client/data/port.ts';
import { type Path, visitPath } from '#domain/paths.ts';

/** The cards of all stays, newest first. A change costs one pass over them, never a sort of them all. */
export class History {
  sorted: readonly VisitView[] = [];
  readonly #cards = new Map<Path, VisitView>();

  get(path: Path): VisitView | undefined {
    return this.#cards.get(path);
  }

  paths(): Iterable<Path> {
    return this.#cards.keys();
  }

  /** Makes the cards of these visits anew; `cardOf` answers undefined for a visit that is gone. */
  refresh(paths: Iterable<Path<'visit'>>, cardOf: (path: Path<'visit'>) => VisitView | undefined): void {
    const old = new Set<VisitView>();
    const fresh: VisitView[] = [];
    for (const path of paths) {
      const [before, now] = [this.#cards.get(path), cardOf(path)];
      if (same(before, now)) continue;
      if (before) old.add(before);
      if (now) fresh.push(now);
      this.#keep(path, now);
    }
    if (old.size + fresh.length > 0) this.sorted = merge(this.sorted, old, fresh.sort(byLatest));
  }

  #keep(path: Path, card: VisitView | undefined): void {
    if (card) this.#cards.set(path, card);
    else this.#cards.delete(path);
  }
}

/** Both lists come sorted; what is old stays out. */
function merge(
  before: readonly VisitView[],
  old: ReadonlySet<VisitView>,
  fresh: readonly VisitView[],
): VisitView[] {
  const merged: VisitView[] = [];
  let [next, gone] = [0, 0];
  for (const [at, card] of before.entries()) {
    // A tap changes the newest; the long rest stays as it is.
    if (next === fresh.length && gone === old.size) return merged.concat(before.slice(at));
    if (old.has(card)) {
      gone += 1;
      continue;
    }
    for (let one = fresh[next]; one && byLatest(one, card) < 0; one = fresh[next]) {
      merged.push(one);
      next += 1;
    }
    merged.push(card);
  }
  for (const one of fresh.slice(next)) merged.push(one);
  return merged;
}

function byLatest(a: VisitView, b: VisitView): number {
  const [one, other] = [latestOf(a), latestOf(b)];
  if (one !== other) return one > other ? -1 : 1;
  return visitPath(a.ref.child, a.visit) < visitPath(b.ref.child, b.visit) ? -1 : 1;
}

/** The later of arrival and departure, as visitLatest says it of the document. */
function latestOf({ arrived, left }: VisitView): string {
  return left?.at ?? arrived?.at ?? '';
}
