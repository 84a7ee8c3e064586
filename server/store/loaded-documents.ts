import type { StoredVisit } from '#domain/command.ts';
import type { Document, DocumentOf } from '#domain/documents.ts';
import type { DocumentSource } from '#domain/draft.ts';
import { type Kind, type Path, type VisitorRef, visitorPath } from '#domain/paths.ts';

/** A row of the documents table; a null body is a tombstone. */
export interface DocumentRow {
  path: Path;
  body: string | null;
}

/** The documents that a transaction loaded for a request, on which its ops are decided. */
export class LoadedDocuments implements DocumentSource {
  readonly #documents = new Map<Path, Document | undefined>();
  readonly #visits = new Map<Path, Map<Path, StoredVisit>>();

  addDocuments(rows: Iterable<DocumentRow>): void {
    for (const { path, body } of rows) this.#documents.set(path, body === null ? undefined : parse(body));
  }

  addVisits(visitor: Path, rows: Iterable<DocumentRow>): void {
    const visits = this.#visits.get(visitor) ?? new Map<Path, StoredVisit>();
    this.#visits.set(visitor, visits);
    for (const { path, body } of rows) {
      if (body === null || visits.has(path)) continue;
      visits.set(path, { path: path as Path<'visit'>, visit: parse(body) });
    }
  }

  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined {
    return this.#documents.get(path) as DocumentOf[K] | undefined;
  }

  isTaken(path: Path): boolean {
    if (this.#documents.has(path)) return true;
    const child = childOf(path);
    return child !== path && this.#documents.has(child) && this.#documents.get(child) === undefined;
  }

  visitsOf(visitor: VisitorRef): Iterable<StoredVisit> {
    return this.#visits.get(visitorPath(visitor))?.values() ?? [];
  }
}

/** Returns the child above a path, or the path itself if there is none. */
export function childOf(path: Path): Path {
  return path.split('/', 2).join('/') as Path;
}

/** Stored documents are not validated again: the rulebook checked them before they were saved. */
function parse<D extends Document>(body: string): D {
  return JSON.parse(body) as D;
}
