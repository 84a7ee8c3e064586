import type { Document } from '#domain/documents.ts';
import type { DocumentSource } from '#domain/draft.ts';
import type { Id } from '#domain/ids.ts';
import { childOf, documentId, type Path } from '#domain/paths.ts';
import type { Batch, LogRow, LogWrite, Transaction } from '../../store/ports/store.ts';
import type { PlacedOp } from '../apply-ops.ts';

/** Before the first write since the restore; `isTaken`: a document or tombstone exists. */
export interface Base {
  isTaken: boolean;
  document?: Document;
}

/** `order`: the version of its first decision, in any epoch. */
export interface LoggedOp extends PlacedOp {
  order: number;
  sequence: number;
  /** False: the op is dormant. */
  isRecorded: boolean;
  /** It queued a notice. */
  rings: boolean;
}

export interface LoggedWrite {
  order: number;
  path: Path;
  before: Document;
  after: Document;
}

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

export function childOfArgs(args: unknown): Id | undefined {
  const { child } = Object(args) as { child?: unknown };
  return typeof child === 'string' ? child : undefined;
}

export function isForGood(args: unknown): boolean {
  return (Object(args) as { forGood?: unknown }).forGood === true;
}

export function logOp(op: LoggedOp): LogWrite {
  return { child: childOfArgs(op.args) ?? '', key: `o${op.op}`, body: JSON.stringify(op) };
}

export function logBase(path: Path, base: Base, isFirst = true): LogWrite {
  const row = { child: documentId(childOf(path)), key: `b${path}`, body: JSON.stringify(base) };
  return isFirst ? { ...row, isFirst } : row;
}

function logWrite(write: LoggedWrite): LogWrite {
  const key = `s${write.order}${write.path}`;
  return { child: documentId(childOf(write.path)), key, body: JSON.stringify(write) };
}

export function baseOf(source: DocumentSource, path: Path): Base {
  const document = source.get(path);
  return document ? { isTaken: true, document } : { isTaken: source.everExisted(path) };
}

type Saver = Pick<Transaction, 'save'>;

export function savingLog(transaction: Saver, log: readonly LogWrite[]): Saver {
  return {
    save: (batch: Batch) =>
      transaction.save({ ...batch, ...(log.length > 0 && { log: withoutCleared(log) }) }),
  };
}

/** A server's writes; a removal by age stays. */
export async function savingServerWrites(
  transaction: Pick<Transaction, 'load' | 'save'>,
  writes: readonly { path: Path; document?: Document }[],
  order: number,
): Promise<Saver> {
  const below = writes.filter(({ path }) => path.startsWith('children/'));
  const stored = await transaction.load([{ paths: below.map(({ path }) => path) }]);
  const log = below.flatMap(({ path, document: after }): LogWrite[] => {
    const before = stored.get(path);
    if (!after || !before) return [logBase(path, { isTaken: true }, false)];
    return [logBase(path, baseOf(stored, path)), logWrite({ order, path, before, after })];
  });
  return savingLog(transaction, log);
}

/** Rows of children cleared in the same batch: their current documents are the base. */
function withoutCleared(log: readonly LogWrite[]): LogWrite[] {
  const cleared = new Set(log.filter(({ key }) => key === undefined).map(({ child }) => child));
  return log.filter(({ child, key }) => key === undefined || !cleared.has(child));
}
