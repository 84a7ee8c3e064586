import type { ReadSet, StoredVisit } from '#domain/command.ts';
import type { Document, DocumentOf } from '#domain/documents.ts';
import type { DocumentSource } from '#domain/draft.ts';
import { childOf, type Kind, type Path, type VisitorRef, visitorPath } from '#domain/paths.ts';
import { VISITS_BESIDE } from '#domain/visits/visit.ts';

/** The visits of one visitor that are loaded: the open one, and at most `limit` before and after each time. */
export interface VisitQuery {
  visitor: Path;
  times: VisitTime[];
  limit: number;
}

/** A time with its neighbours: the visits nearest to it in (after, at] and in (at, before] are loaded. */
interface VisitTime {
  after: string;
  at: string;
  before: string;
}

/** Text that sorts before and after every ISO time. */
const [EARLIEST, LATEST] = ['', '~'];

/** Plans the documents that several commands read by path, each with its child, whose removal removed it too. */
export function pathsToLoad(reads: readonly ReadSet[]): Path[] {
  const wanted = new Set<Path>();
  let last: Path | undefined;
  for (const { paths } of reads) {
    for (const path of paths) {
      wanted.add(path);
      const child = childOf(path);
      // Mostly all lie below one child, and a new text is dear as a key.
      if (child !== last) wanted.add(child);
      last = child;
    }
  }
  return [...wanted];
}

/** Plans the visits that several commands read, one query for each visitor. */
export function visitsToLoad(reads: readonly ReadSet[]): VisitQuery[] {
  const times = new Map<Path, Set<string>>();
  for (const { around } of reads) {
    if (!around) continue;
    const visitor = visitorPath(around.visitor);
    times.set(visitor, (times.get(visitor) ?? new Set()).add(around.at));
  }
  return [...times].map(([visitor, at]) => {
    const ops = reads.filter(({ paths }) => paths.includes(visitor)).length;
    // An earlier op of the request may remove a visit, so that a later op needs the one beyond it.
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

/** A visit as stored: its path, and its JSON or null for a tombstone. */
export type VisitRow = readonly [path: Path, body: string | null];

/** The documents that a transaction loaded for a request, on which its ops are decided. */
export class LoadedDocuments implements DocumentSource {
  /** Each as stored until it is read: a child, for one, is mostly loaded only to know that it is there. */
  readonly #documents = new Map<Path, string | null | Document>();
  readonly #removedChildren = new Set<Path>();
  readonly #visits = new Map<Path, Map<Path, StoredVisit>>();

  /** `body`: the document as JSON, null for a tombstone. */
  addDocument(path: Path, body: string | null): void {
    this.#documents.set(path, body);
    if (body === null && childOf(path) === path) this.#removedChildren.add(path);
  }

  addVisits(visitor: Path, rows: Iterable<VisitRow>): void {
    const visits = this.#visits.get(visitor) ?? new Map<Path, StoredVisit>();
    this.#visits.set(visitor, visits);
    for (const [path, body] of rows) {
      if (body === null || visits.has(path)) continue;
      visits.set(path, { path: path as Path<'visit'>, visit: parse(body) });
    }
  }

  /** Nothing is below a removed child, also while rows of it are left to purge. */
  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined {
    if (this.#isBelowRemoved(path)) return undefined;
    const known = this.#documents.get(path) ?? this.#loadedVisit(path);
    if (typeof known !== 'string') return known as DocumentOf[K] | undefined;
    const document = parse<DocumentOf[K]>(known);
    this.#documents.set(path, document);
    return document;
  }

  isTaken(path: Path): boolean {
    return this.#documents.has(path) || this.#isBelowRemoved(path);
  }

  visitsOf(visitor: VisitorRef): Iterable<StoredVisit> {
    const path = visitorPath(visitor);
    return (!this.#isBelowRemoved(path) && this.#visits.get(path)?.values()) || [];
  }

  /** A visit that was loaded with others of its visitor. */
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

/** Stored documents are not validated again: the rulebook checked them before they were saved. */
function parse<D extends Document>(body: string): D {
  return JSON.parse(body) as D;
}
