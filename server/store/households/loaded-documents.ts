import type { ReadSet, StoredVisit } from '#domain/command.ts';
import type { Document, DocumentOf } from '#domain/documents.ts';
import type { DocumentSource } from '#domain/draft.ts';
import { childOf, type Kind, type Path, type VisitorRef, visitorPath } from '#domain/paths.ts';
import { VISITS_BESIDE } from '#domain/visits/visit.ts';

/** The open visit, and `limit` before and after each time. */
export interface VisitQuery {
  visitor: Path;
  times: VisitTime[];
  limit: number;
}

/** The nearest in (after, at] and in (at, before]. */
interface VisitTime {
  after: string;
  at: string;
  before: string;
}

/** Sort before and after every ISO time. */
const [EARLIEST, LATEST] = ['', '~'];

/** With each child, whose removal removed the path too. */
export function pathsToLoad(reads: readonly ReadSet[]): Path[] {
  const wanted = new Set<Path>();
  let last: Path | undefined;
  for (const { paths } of reads) {
    for (const path of paths) {
      wanted.add(path);
      const child = childOf(path);
      // Mostly all lie below one child, and a new string is expensive as a key.
      if (child !== last) wanted.add(child);
      last = child;
    }
  }
  return [...wanted];
}

/** One query per visitor. */
export function visitsToLoad(reads: readonly ReadSet[]): VisitQuery[] {
  const times = new Map<Path, Set<string>>();
  for (const { visitsNear } of reads) {
    if (!visitsNear) continue;
    const visitor = visitorPath(visitsNear.visitor);
    times.set(visitor, (times.get(visitor) ?? new Set()).add(visitsNear.at));
  }
  return [...times].map(([visitor, at]) => {
    const ops = reads.filter(({ paths }) => paths.includes(visitor)).length;
    // An earlier op may remove a visit, so that a later op needs the one beyond it.
    return { visitor, times: withNeighbours(at), limit: VISITS_BESIDE + ops - 1 };
  });
}

function withNeighbours(times: ReadonlySet<string>): VisitTime[] {
  const sorted = [...times].toSorted();
  return sorted.map((at, index) => ({
    after: sorted[index - 1] ?? EARLIEST,
    at,
    before: sorted[index + 1] ?? LATEST,
  }));
}

export class LoadedDocuments implements DocumentSource {
  /** Parsed when read: a child is mostly loaded only to know that it exists. */
  readonly #documents = new Map<Path, string | null | Document>();
  readonly #removedChildren = new Set<Path>();
  readonly #visits = new Map<Path, Map<Path, StoredVisit>>();

  addDocument(path: Path, body: string | null): void {
    this.#documents.set(path, body);
    if (body === null && childOf(path) === path) this.#removedChildren.add(path);
  }

  /** `body`: JSON, or null for a tombstone. */
  addVisits(visitor: Path, rows: Iterable<readonly [path: Path, body: string | null]>): void {
    const visits = this.#visits.get(visitor) ?? new Map<Path, StoredVisit>();
    this.#visits.set(visitor, visits);
    for (const [path, body] of rows) {
      if (body === null || visits.has(path)) continue;
      visits.set(path, { path: path as Path<'visit'>, visit: parse(body) });
    }
  }

  /** Hides unpurged rows below a removed child. */
  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined {
    if (this.#isBelowRemoved(path)) return undefined;
    const known = this.#documents.get(path) ?? this.#loadedVisit(path);
    if (typeof known !== 'string') return known as DocumentOf[K] | undefined;
    const document = parse<DocumentOf[K]>(known);
    this.#documents.set(path, document);
    return document;
  }

  everExisted(path: Path): boolean {
    return this.#documents.has(path) || this.#isBelowRemoved(path);
  }

  visitsOf(visitor: VisitorRef): Iterable<StoredVisit> {
    const path = visitorPath(visitor);
    return (!this.#isBelowRemoved(path) && this.#visits.get(path)?.values()) || [];
  }

  #loadedVisit(path: Path): Document | undefined {
    if (this.#documents.has(path)) return undefined;
    for (const visits of this.#visits.values()) {
      const stored = visits.get(path);
      if (stored) return stored.visit;
    }
    return undefined;
  }

  #isBelowRemoved(path: Path): boolean {
    if (this.#removedChildren.size === 0) return false;
    const child = childOf(path);
    return child !== path && this.#removedChildren.has(child);
  }
}

/** The rulebook checked them before they were saved. */
function parse<D extends Document>(body: string): D {
  return JSON.parse(body) as D;
}
