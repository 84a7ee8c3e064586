import type { Document } from './documents.ts';
import type { Id } from './ids.ts';
import { type Path, parsePath } from './paths.ts';

/** The numbers that LIMITS bounds. */
export interface Sizes {
  readonly children: number;
  readonly visitors: number;
  readonly openVisits: number;
}

/** A child with the number of its visitors, and of those who are here. */
type ChildSizes = readonly [child: Id, visitors: number, openVisits: number];

/**
 * Counts a household by its children, so that a removed child takes its share along without a look at what lies below it.
 * A visitor has at most one open visit, and names it.
 */
export class HouseholdSizes implements Sizes {
  readonly #children: Map<Id, ChildSizes>;

  constructor(children: Iterable<ChildSizes> = []) {
    this.#children = new Map();
    for (const sizes of children) this.#children.set(sizes[0], sizes);
  }

  /** Reads what `toString` wrote. */
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

  /** Counts a change of one document; a removed child takes everything below it along. */
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

  /** The children with their numbers, as JSON. */
  toString(): string {
    return JSON.stringify([...this.#children.values()]);
  }

  #sum(index: 1 | 2): number {
    let sum = 0;
    for (const sizes of this.#children.values()) sum += sizes[index];
    return sum;
  }
}

/** A visitor, and the open visit of one who is here. */
function sizeOf(visitor: Document | undefined): readonly [visitors: number, openVisits: number] {
  if (!visitor) return [0, 0];
  return [1, 'openVisit' in visitor && visitor.openVisit !== undefined ? 1 : 0];
}
