import type { StoredVisit } from '#domain/command.ts';
import { type DocumentOf, type Visit, visitStart } from '#domain/documents.ts';
import { type DocumentSource, visitorKey } from '#domain/draft.ts';
import { isWithin, type Kind, type Path, parsePath, type VisitorRef, visitorPath } from '#domain/paths.ts';
import type { Kept } from './records.ts';

/** The household as the server last told it, in memory; each visitor's stays lie sorted, earliest first. */
export class Replica implements DocumentSource {
  readonly #kept = new Map<Path, Kept>();
  readonly #stays = new Map<Path, StoredVisit[]>();

  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined {
    return this.#kept.get(path)?.document as DocumentOf[K] | undefined;
  }

  isTaken(path: Path): boolean {
    return this.#kept.has(path) || this.#isBelowRemoved(path);
  }

  visitsOf(visitor: VisitorRef): Iterable<StoredVisit> {
    return this.#stays.get(visitorPath(visitor)) ?? [];
  }

  paths(): Path[] {
    return [...this.#kept.keys()];
  }

  /** Every path that holds a document at or below `root`. */
  within(root: Path): Path[] {
    return [...this.#kept.values()]
      .filter(({ path, document }) => document !== undefined && isWithin(path, root))
      .map(({ path }) => path);
  }

  /** False for what is older than what lies here, and for what lies below something removed: ids never come back. */
  isNews({ path, version }: Pick<Kept, 'path' | 'version'>): boolean {
    return (this.#kept.get(path)?.version ?? -1) < version && !this.#isBelowRemoved(path);
  }

  /** Takes what is news. Out: the paths whose document changed. */
  land(all: readonly Kept[]): Path[] {
    return all.flatMap((kept) => (this.isNews(kept) ? this.#take(kept) : []));
  }

  #take(kept: Kept): Path[] {
    const gone = kept.document ? [] : this.within(kept.path);
    for (const path of [...gone, kept.path]) this.#drop(path);
    this.#kept.set(kept.path, kept);
    if (isVisit(kept)) this.#shelve({ path: kept.path as Path<'visit'>, visit: kept.document as Visit });
    return [...gone, kept.path];
  }

  #drop(path: Path): void {
    const kept = this.#kept.get(path);
    this.#kept.delete(path);
    if (!kept || !isVisit(kept)) return;
    const key = visitorKey({ path: path as Path<'visit'>, visit: kept.document as Visit });
    const stays = this.#stays.get(key) ?? [];
    const at = stays.findIndex((stay) => stay.path === path);
    if (at !== -1) stays.splice(at, 1);
  }

  #shelve(stay: StoredVisit): void {
    const key = visitorKey(stay);
    const stays = this.#stays.get(key) ?? [];
    stays.splice(placeOf(stay, stays), 0, stay);
    this.#stays.set(key, stays);
  }

  #isBelowRemoved(path: Path): boolean {
    const root = path.split('/', 2).join('/') as Path;
    const child = root === path ? undefined : this.#kept.get(root);
    return child !== undefined && child.document === undefined;
  }
}

function isVisit({ path, document }: Kept): boolean {
  return document !== undefined && parsePath(path)?.kind === 'visit';
}

/** Where a stay belongs among others sorted by start. */
function placeOf({ visit }: StoredVisit, stays: readonly StoredVisit[]): number {
  const start = visitStart(visit);
  let [low, high] = [0, stays.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = stays[middle];
    if (other && visitStart(other.visit) <= start) low = middle + 1;
    else high = middle;
  }
  return low;
}
