import type { StoredVisit } from '#domain/command.ts';
import type { Document, DocumentOf } from '#domain/documents.ts';
import type { DocumentSource } from '#domain/draft.ts';
import { childOf, type Kind, type Path, type VisitorRef, visitorPath } from '#domain/paths.ts';

/** A document as stored: its path, and its JSON or null for a tombstone. */
export type DocumentRow = readonly [path: Path, body: string | null];

/** The documents that a transaction loaded for a request, on which its ops are decided. */
export class LoadedDocuments implements DocumentSource {
  /** As stored: a child, for one, is mostly loaded only to know that it is there. */
  readonly #bodies = new Map<Path, string | null>();
  readonly #visits = new Map<Path, Map<Path, StoredVisit>>();

  addDocuments(rows: Iterable<DocumentRow>): void {
    for (const [path, body] of rows) this.#bodies.set(path, body);
  }

  addVisits(visitor: Path, rows: Iterable<DocumentRow>): void {
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
    const body = this.#bodies.get(path) ?? undefined;
    return body === undefined ? undefined : parse(body);
  }

  isTaken(path: Path): boolean {
    return this.#bodies.has(path) || this.#isBelowRemoved(path);
  }

  visitsOf(visitor: VisitorRef): Iterable<StoredVisit> {
    const path = visitorPath(visitor);
    return (!this.#isBelowRemoved(path) && this.#visits.get(path)?.values()) || [];
  }

  #isBelowRemoved(path: Path): boolean {
    const child = childOf(path);
    return child !== path && this.#bodies.get(child) === null;
  }
}

/** Stored documents are not validated again: the rulebook checked them before they were saved. */
function parse<D extends Document>(body: string): D {
  return JSON.parse(body) as D;
}
