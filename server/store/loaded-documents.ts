import type { StoredVisit } from '#domain/command.ts';
import type { Document, DocumentOf } from '#domain/documents.ts';
import type { DocumentSource } from '#domain/draft.ts';
import { type Kind, type Path, type VisitorRef, visitorPath } from '#domain/paths.ts';

/** A row of the documents table; a body of null is a tombstone. */
export interface DocumentRow {
  path: Path;
  body: string | null;
}

/** What a transaction loaded for a request: the base that its ops are decided on. */
export class LoadedDocuments implements DocumentSource {
  readonly #documents = new Map<Path, Document | undefined>();
  readonly #stays = new Map<Path, Map<Path, StoredVisit>>();

  addDocuments(rows: Iterable<DocumentRow>): void {
    for (const { path, body } of rows) this.#documents.set(path, body === null ? undefined : parse(body));
  }

  addStays(visitor: Path, rows: Iterable<DocumentRow>): void {
    const stays = this.#stays.get(visitor) ?? new Map<Path, StoredVisit>();
    this.#stays.set(visitor, stays);
    for (const { path, body } of rows) {
      if (body === null || stays.has(path)) continue;
      stays.set(path, { path: path as Path<'visit'>, visit: parse(body) });
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
    return this.#stays.get(visitorPath(visitor))?.values() ?? [];
  }
}

/** The child under which a path lies, or the path itself; a child that was removed took everything below along. */
export function childOf(path: Path): Path {
  return path.split('/', 2).join('/') as Path;
}

/** What this server stored, it checked by the rulebook before. */
function parse<D extends Document>(body: string): D {
  return JSON.parse(body) as D;
}
