import type { StoredVisit } from '#domain/command.ts';
import type { DocumentOf } from '#domain/documents.ts';
import { type DocumentSource, visitorKey } from '#domain/draft.ts';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import {
  childOf,
  isWithin,
  type Kind,
  type Path,
  parsePath,
  type VisitorRef,
  visitorPath,
} from '#domain/paths.ts';
import { visitStart } from '#domain/visits/visit.ts';
import type { StoredDocument } from './records.ts';

/** The household as last received; each visitor's visits sorted, earliest first. */
export class Replica implements DocumentSource {
  readonly sizes = new HouseholdSizes();
  readonly #documents = new Map<Path, StoredDocument>();
  readonly #visits = new Map<Path, StoredVisit[]>();

  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined {
    return this.#documents.get(path)?.document as DocumentOf[K] | undefined;
  }

  everExisted(path: Path): boolean {
    return this.#documents.has(path) || this.#isBelowTombstone(path);
  }

  visitsOf(visitor: VisitorRef): Iterable<StoredVisit> {
    return this.#visits.get(visitorPath(visitor)) ?? [];
  }

  get isEmpty(): boolean {
    return this.#documents.size === 0;
  }

  paths(): Path[] {
    return [...this.#documents.keys()];
  }

  within(root: Path): Path[] {
    return [...this.#documents.values()]
      .filter(({ path, document }) => document !== undefined && isWithin(path, root))
      .map(({ path }) => path);
  }

  /** Nothing below a tombstone is newer: ids are never reused. */
  isNewer({ path, version }: Pick<StoredDocument, 'path' | 'version'>): boolean {
    return (this.#documents.get(path)?.version ?? -1) < version && !this.#isBelowTombstone(path);
  }

  apply(all: readonly StoredDocument[]): Path[] {
    return all.flatMap((stored) => (this.isNewer(stored) ? this.#replace(stored) : []));
  }

  #replace(stored: StoredDocument): Path[] {
    // Only a child has documents below it; removing a visit must not scan all the others.
    const isChild = parsePath(stored.path)?.kind === 'child';
    const removed = stored.document || !isChild ? [] : this.within(stored.path);
    this.sizes.count(stored.path, this.get(stored.path), stored.document);
    for (const path of [...removed, stored.path]) this.#remove(path);
    this.#documents.set(stored.path, stored);
    const visit = visitIn(stored);
    if (visit) this.#index(visit);
    return [...removed, stored.path];
  }

  #remove(path: Path): void {
    const stored = this.#documents.get(path);
    this.#documents.delete(path);
    const removed = stored && visitIn(stored);
    if (!removed) return;
    const visits = this.#visits.get(visitorKey(removed)) ?? [];
    const at = visits.findIndex((visit) => visit.path === path);
    if (at !== -1) visits.splice(at, 1);
  }

  #index(visit: StoredVisit): void {
    const key = visitorKey(visit);
    const visits = this.#visits.get(key) ?? [];
    const start = visitStart(visit.visit);
    const isFirst = visits[0] === undefined || visitStart(visits[0].visit) > start;
    const place = isFirst ? 0 : visits.findLastIndex((other) => visitStart(other.visit) <= start) + 1;
    visits.splice(place, 0, visit);
    this.#visits.set(key, visits);
  }

  #isBelowTombstone(path: Path): boolean {
    const root = childOf(path);
    const child = root === path ? undefined : this.#documents.get(root);
    return child !== undefined && child.document === undefined;
  }
}

function visitIn({ path, document }: StoredDocument): StoredVisit | undefined {
  return document && 'visitor' in document ? { path: path as Path<'visit'>, visit: document } : undefined;
}
