import type { StoredVisit } from '#domain/command.ts';
import type { Document, DocumentOf } from '#domain/documents.ts';
import { type DocumentSource, visitorKey } from '#domain/draft.ts';
import type { Id } from '#domain/ids.ts';
import { RESTORE_DAYS } from '#domain/limits.ts';
import { childOf, documentId, type Kind, type Path, type VisitorRef, visitorPath } from '#domain/paths.ts';
import { DAY_MS } from '#domain/time.ts';
import type { LogRow, LogWrite, Restored } from '../store/ports/store.ts';
import type { PlacedOp } from './prepare-op.ts';

/** Phones that return within this time after a restore bring back what they know, in ms. */
const RETURN_MS = RESTORE_DAYS * DAY_MS;

/** True as long as the log is kept at `now` (ms). */
export function keepsLog(restored: Restored | undefined, now: number): restored is Restored {
  return restored !== undefined && now < restored.at + RETURN_MS;
}

/** A document before its first write since the restore; `isTaken`: without one there is its tombstone. */
export interface Base {
  isTaken: boolean;
  document?: Document;
}

/** An op since the restore. `order`: the version at which it was first decided, in this epoch or a former one. */
export interface LoggedOp extends PlacedOp {
  order: number;
  sequence: number;
  /** Its outcome is recorded; an op without one is dormant. */
  isRecorded: boolean;
  /** It queued a notice to the other family. */
  rings: boolean;
}

/** A write of the server itself. */
export interface LoggedWrite {
  order: number;
  path: Path;
  before: Document;
  after: Document;
}

/** The log of some children since a restore: their documents before it, and all ops since, in their first order. */
export class RestoreLog {
  readonly bases = new Map<Path, Base>();
  readonly ops: LoggedOp[] = [];
  readonly writes: LoggedWrite[] = [];

  constructor(rows: readonly LogRow[]) {
    for (const { key, body } of rows) {
      if (key.startsWith('b')) this.bases.set(key.slice(1) as Path, JSON.parse(body));
      else if (key.startsWith('o')) this.ops.push(JSON.parse(body));
      else this.writes.push(JSON.parse(body));
    }
  }

  /** Returns ops and writes in order, with more ops among them. */
  inOrder(more: readonly LoggedOp[]): (LoggedOp | LoggedWrite)[] {
    return [...this.ops, ...more, ...this.writes].sort(byOrder);
  }
}

function byOrder(a: LoggedOp | LoggedWrite, b: LoggedOp | LoggedWrite): number {
  if (a.order !== b.order || 'path' in a || 'path' in b) return a.order - b.order;
  if (a.receivedAt !== b.receivedAt) return a.receivedAt < b.receivedAt ? -1 : 1;
  if (a.device !== b.device) return a.device < b.device ? -1 : 1;
  return a.sequence - b.sequence;
}

/** Returns the child that a command is about, by its arguments; undefined of one about the family. */
export function childOfArgs(args: unknown): Id | undefined {
  const { child } = Object(args) as { child?: unknown };
  return typeof child === 'string' ? child : undefined;
}

export function logOp(op: LoggedOp): LogWrite {
  return { child: childOfArgs(op.args) ?? '', key: `o${op.op}`, body: JSON.stringify(op) };
}

export function logBase(path: Path, base: Base, isFirst = true): LogWrite {
  const row = { child: documentId(childOf(path)), key: `b${path}`, body: JSON.stringify(base) };
  return isFirst ? { ...row, isFirst } : row;
}

export function logWrite(write: LoggedWrite): LogWrite {
  const key = `s${write.order}${write.path}`;
  return { child: documentId(childOf(write.path)), key, body: JSON.stringify(write) };
}

/** Reads what a path holds in a source, as the base of a later write. */
export function baseOf(source: DocumentSource, path: Path): Base {
  const document = source.get(path);
  return document ? { isTaken: true, document } : { isTaken: source.isTaken(path) };
}

/** The documents before the restore: those in the store, but for what was written since. */
export class BaseDocuments implements DocumentSource {
  readonly #stored: DocumentSource;
  readonly #bases: ReadonlyMap<Path, Base>;
  readonly #visits = new Map<Path, StoredVisit[]>();

  constructor(stored: DocumentSource, bases: ReadonlyMap<Path, Base>) {
    this.#stored = stored;
    this.#bases = bases;
    for (const [path, { document }] of bases) {
      if (!document || !('visitor' in document)) continue;
      const visit = { path: path as Path<'visit'>, visit: document };
      const key = visitorKey(visit);
      this.#visits.set(key, [...(this.#visits.get(key) ?? []), visit]);
    }
  }

  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined {
    const base = this.#bases.get(path);
    return base ? (base.document as DocumentOf[K] | undefined) : this.#stored.get(path);
  }

  isTaken(path: Path): boolean {
    return this.#bases.get(path)?.isTaken ?? this.#stored.isTaken(path);
  }

  visitsOf(visitor: VisitorRef): StoredVisit[] {
    const unchanged = [...this.#stored.visitsOf(visitor)].filter(({ path }) => !this.#bases.has(path));
    return [...unchanged, ...(this.#visits.get(visitorPath(visitor)) ?? [])];
  }
}

/** Drops what is kept of a child whose log is cleared in the same batch: its documents as they are now are its base. */
export function withoutCleared(log: readonly LogWrite[]): LogWrite[] {
  const cleared = new Set(log.filter(({ key }) => key === undefined).map(({ child }) => child));
  return log.filter(({ child, key }) => key === undefined || !cleared.has(child));
}
