import type { Document } from './documents.ts';
import type { Id } from './ids.ts';
import { type Path, parsePath } from './paths.ts';

type ChildSizes = readonly [child: Id, visitors: number, openVisits: number];

/** Counts by child, so a removed child takes its share along without reading what lies below it. */
export class HouseholdSizes {
  readonly #children: Map<Id, ChildSizes>;

  constructor(children: Iterable<ChildSizes> = []) {
    this.#children = new Map();
    for (const sizes of children) this.#children.set(sizes[0], sizes);
  }

  static parse(text: string): HouseholdSizes {
    return new HouseholdSizes(JSON.parse(text) as ChildSizes[]);
  }

  get children(): number {
    return this.#children.size;
  }

  get visitors(): number {
    return this.#sum(1);
  }

  get openVisits(): number {
    return this.#sum(2);
  }

  copy(): HouseholdSizes {
    return new HouseholdSizes(this.#children.values());
  }

  count(path: Path, before: Document | undefined, now: Document | undefined): void {
    // Half of the changes are of visits, which count nothing.
    if (path.includes('/visits/')) return;
    const { kind, child, id = '' } = parsePath(path) ?? {};
    if (kind === 'child') {
      if (!now) this.#children.delete(id);
      else if (!this.#children.has(id)) this.#children.set(id, [id, 0, 0]);
    } else if (child !== undefined) {
      const [, visitors, openVisits] = this.#children.get(child) ?? [child, 0, 0];
      const [were, are] = [sizeOf(before), sizeOf(now)];
      const sum = (size: number, index: 0 | 1) => Math.max(0, size - were[index] + are[index]);
      this.#children.set(child, [child, sum(visitors, 0), sum(openVisits, 1)]);
    }
  }

  /** JSON for `parse`. */
  toString(): string {
    return JSON.stringify([...this.#children.values()]);
  }

  #sum(index: 1 | 2): number {
    let sum = 0;
    for (const sizes of this.#children.values()) sum += sizes[index];
    return sum;
  }
}

function sizeOf(visitor: Document | undefined): readonly [visitors: number, openVisits: number] {
  if (!visitor) return [0, 0];
  return [1, 'openVisit' in visitor && visitor.openVisit !== undefined ? 1 : 0];
}
