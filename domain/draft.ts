import type { Decision, PreparedCommand, ReadDocuments, ReadSet, StoredVisit, Write } from './command.ts';
import type { Document, DocumentOf } from './documents.ts';
import type { HouseholdSizes } from './household-sizes.ts';
import { childOf, isWithin, type Kind, type Path, parsePath, type VisitorRef, visitorPath } from './paths.ts';
import type { Refusal } from './protocol/refusal.ts';
import { byStart, nearbyVisits } from './visits/visit.ts';

/** A phone's replica, or what the server loaded for a request. */
export interface DocumentSource {
  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined;
  everExisted(path: Path): boolean;
  /** In any order; at least `ReadDocuments.nearbyVisits` of every loaded read set. */
  visitsOf(visitor: VisitorRef): Iterable<StoredVisit>;
}

/** Never changes its source. Server and phone both decide here, so ops have the same effect on both. */
export class Draft implements DocumentSource {
  readonly puts = new Map<Path, Document>();
  readonly removed = new Set<Path>();
  /** The visits in `puts`, by visitor: a household may have a thousand. */
  readonly #visits = new Map<Path, Map<Path, StoredVisit>>();
  readonly sizes: HouseholdSizes;
  readonly #source: DocumentSource;

  /** `sizes` are copied. */
  constructor(source: DocumentSource, sizes: HouseholdSizes) {
    this.#source = source;
    this.sizes = sizes.copy();
  }

  /** The source must have loaded the read set. */
  decide(prepared: PreparedCommand | Refusal): Decision {
    if ('code' in prepared) return { accepted: false, refusal: prepared };
    const decision = prepared.decide(this.#documentsFor(prepared.reads));
    if (decision.accepted) for (const write of decision.writes) this.apply(write);
    return decision;
  }

  /** For writes that no command made. */
  apply(write: Write): void {
    if ('put' in write) {
      this.sizes.count(write.put, this.get(write.put), write.document);
      this.puts.set(write.put, write.document);
      this.#indexVisit(write.put, write.document);
      return;
    }
    this.sizes.count(write.remove, this.get(write.remove), undefined);
    const gone = childOf(write.remove) === write.remove ? this.#within(write.remove) : [write.remove];
    for (const path of gone) {
      const document = this.puts.get(path);
      if (document && 'visitor' in document)
        this.#visits.get(visitorKey({ path: path as Path<'visit'>, visit: document }))?.delete(path);
      this.puts.delete(path);
    }
    this.removed.add(write.remove);
  }

  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined {
    const put = this.puts.get(path);
    if (put) return put as DocumentOf[K];
    return this.#isRemoved(path) ? undefined : this.#source.get(path);
  }

  everExisted(path: Path): boolean {
    return this.puts.has(path) || this.#isRemoved(path) || this.#source.everExisted(path);
  }

  visitsOf(visitor: VisitorRef): StoredVisit[] {
    const visits = [...this.#source.visitsOf(visitor)].filter(
      ({ path }) => !this.puts.has(path) && !this.#isRemoved(path),
    );
    visits.push(...(this.#visits.get(visitorPath(visitor))?.values() ?? []));
    return visits;
  }

  #documentsFor({ paths, visitsNear }: ReadSet): ReadDocuments {
    const visits = visitsNear ? this.visitsOf(visitsNear.visitor).sort(byStart) : [];
    return {
      get: (path) => (paths.includes(path) ? this.get(path) : undefined),
      everExisted: (path) => this.everExisted(path),
      nearbyVisits: visitsNear ? nearbyVisits(visits, visitsNear.at) : [],
      sizes: this.sizes,
    };
  }

  #within(child: Path): Path[] {
    return [...this.puts.keys()].filter((path) => isWithin(path, child));
  }

  #indexVisit(path: Path, document: Document): void {
    if (!('visitor' in document)) return;
    const stored = { path: path as Path<'visit'>, visit: document };
    const key = visitorKey(stored);
    const visits = this.#visits.get(key) ?? new Map<Path, StoredVisit>();
    this.#visits.set(key, visits.set(path, stored));
  }

  #isRemoved(path: Path): boolean {
    if (this.removed.size === 0) return false;
    return this.removed.has(path) || this.removed.has(childOf(path));
  }
}

function visitorOf({ path, visit }: StoredVisit): VisitorRef {
  const { child = '' } = parsePath(path) ?? {};
  return { child, kind: visit.visitor.kind, visitor: visit.visitor.id };
}

/** Stores and replicas index visits by this key. */
export function visitorKey(stored: StoredVisit): Path {
  return visitorPath(visitorOf(stored));
}
