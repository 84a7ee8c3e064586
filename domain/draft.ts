import type { Context, Decision, Prepared, Reading, Reads, StoredVisit, Write } from './command.ts';
import { prepare } from './commands/catalogue.ts';
import { type Document, type DocumentOf, type Visit, visitStart } from './documents.ts';
import { type Kind, type Path, parsePath, type VisitorRef, visitorPath } from './paths.ts';
import type { Refusal } from './protocol/refusal.ts';
import { staysAround } from './visits/stays.ts';

/** The documents a draft begins with: a phone's copy, or what a server loaded for a request. */
export interface Base {
  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined;
  isTaken(path: Path): boolean;
  /** The stays of one visitor, in any order; at least those that `Reading.around` promises for the times asked. */
  stays(visitor: VisitorRef): Iterable<StoredVisit>;
}

/**
 * A household's documents with decisions applied on top of a base that stays untouched. The server decides a request's
 * ops on one; the phone folds its outbox into one. So both see the same effect of the same ops in the same order.
 */
export class Draft implements Base {
  readonly puts = new Map<Path, Document>();
  readonly removed = new Set<Path>();
  readonly #base: Base;

  constructor(base: Base) {
    this.#base = base;
  }

  /** Runs one command's rule and keeps its writes. Out: what was decided; a refusal changes nothing. */
  run(name: string, args: unknown, context: Context): Decision {
    return this.decide(prepare(name, args, context));
  }

  /** The same for a command that was prepared before, to learn what it reads. */
  decide(prepared: Prepared | Refusal): Decision {
    if ('code' in prepared) return { accepted: false, refusal: prepared };
    const decision = prepared.decide(this.#reading(prepared.reads));
    if (decision.accepted) for (const write of decision.writes) this.#apply(write);
    return decision;
  }

  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined {
    const put = this.puts.get(path);
    if (put) return put as DocumentOf[K];
    return this.#isGone(path) ? undefined : this.#base.get(path);
  }

  isTaken(path: Path): boolean {
    return this.puts.has(path) || this.#isGone(path) || this.#base.isTaken(path);
  }

  *stays(visitor: VisitorRef): Iterable<StoredVisit> {
    for (const stay of this.#base.stays(visitor)) {
      if (!this.puts.has(stay.path) && !this.#isGone(stay.path)) yield stay;
    }
    for (const [path, document] of this.puts) {
      const { kind, child } = parsePath(path) ?? {};
      if (kind === 'visit' && child === visitor.child && isOf(document as Visit, visitor)) {
        yield { path: path as Path<'visit'>, visit: document as Visit };
      }
    }
  }

  #reading({ paths, around }: Reads): Reading {
    const declared = new Set<Path>(paths);
    const stays = around ? [...this.stays(around.visitor)].toSorted(byStart) : [];
    return {
      get: (path) => (declared.has(path) ? this.get(path) : undefined),
      isTaken: (path) => this.isTaken(path),
      around: around ? staysAround(stays, around.at) : [],
    };
  }

  #apply(write: Write): void {
    if ('put' in write) {
      this.puts.set(write.put, write.document);
      return;
    }
    for (const path of this.puts.keys()) {
      if (path === write.remove || path.startsWith(`${write.remove}/`)) this.puts.delete(path);
    }
    this.removed.add(write.remove);
  }

  #isGone(path: Path): boolean {
    if (this.removed.size === 0) return false;
    const child = path.split('/', 2).join('/') as Path;
    return this.removed.has(path) || this.removed.has(child);
  }
}

function isOf({ visitor }: Visit, ref: VisitorRef): boolean {
  return visitor.id === ref.visitor && visitor.kind === ref.kind;
}

function byStart(a: StoredVisit, b: StoredVisit): number {
  const [one, other] = [visitStart(a.visit), visitStart(b.visit)];
  return one < other || (one === other && a.path < b.path) ? -1 : 1;
}

/** The visitor a stay belongs to: its child from the path, the rest from the document. */
function visitorOf({ path, visit }: StoredVisit): VisitorRef {
  const [, child = ''] = path.split('/', 2);
  return { child, kind: visit.visitor.kind, visitor: visit.visitor.id };
}

/** The key under which a store and a replica index a stay: the path of its visitor. */
export function visitorKey(stay: StoredVisit): Path {
  return visitorPath(visitorOf(stay));
}
