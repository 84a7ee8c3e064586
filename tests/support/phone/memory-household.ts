import type { StoredVisit } from '#domain/command.ts';
import { prepare } from '#domain/commands/catalogue.ts';
import type { Document, DocumentOf, Visit } from '#domain/documents.ts';
import { type DocumentSource, Draft, visitorKey } from '#domain/draft.ts';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import type { Id } from '#domain/ids.ts';
import { isWithin, type Kind, type Path, parsePath, type VisitorRef, visitorPath } from '#domain/paths.ts';
import type { Change, Op, Outcome, SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import { visitStart } from '#domain/visits/visit.ts';
import { type PlacedOp, placeOp } from '#server/sync/apply-ops.ts';

/** One household as the server stores it: documents with versions, outcomes by op, and all ops in order. */
export class MemoryHousehold implements DocumentSource {
  readonly documents = new Map<Path, { version: number; document?: Document }>();
  readonly outcomes = new Map<Id, Outcome>();
  readonly applied: { op: Op; device: Id }[] = [];
  version = 0;
  changesPerPage = 500;
  visitsPerPage = 500;
  peoplePerPage = 500;
  readonly #sequences = new Map<Id, number>();
  /** The documents that the restored backup held, and all since in the order of the first decision. */
  #base: ReadonlyMap<Path, { version: number; document?: Document }> | undefined;
  #log: Logged[] = [];

  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined {
    return this.documents.get(path)?.document as DocumentOf[K] | undefined;
  }

  everExisted(path: Path): boolean {
    return this.documents.has(path);
  }

  visitsOf(visitor: VisitorRef): Iterable<StoredVisit> {
    return this.visits().filter((stay) => visitorKey(stay) === visitorPath(visitor));
  }

  visits(): StoredVisit[] {
    return [...this.documents].flatMap(([path, { document }]) =>
      document && parsePath(path)?.kind === 'visit'
        ? [{ path: path as Path<'visit'>, visit: document as Visit }]
        : [],
    );
  }

  /** Returns all documents by path. */
  present(): Map<Path, Document> {
    return new Map(
      [...this.documents].flatMap(([path, { document }]) => (document ? [[path, document]] : [])),
    );
  }

  /** Stores a document; without one, its tombstone. */
  put(path: Path, document?: Document): void {
    this.version += 1;
    this.documents.set(path, { version: this.version, ...(document && { document }) });
  }

  /** A backup was restored: from now on all that comes finds its place by its order, and everything is decided once more. */
  beginLog(): void {
    this.#base ??= new Map(this.documents);
  }

  /** True if the op was done here, or sleeps in the log. */
  knows(id: Id): boolean {
    return this.outcomes.has(id) || this.#log.some((one) => 'op' in one && one.op.op === id);
  }

  get isRestored(): boolean {
    return this.#base !== undefined;
  }

  /** Takes an op, or a change of a visit by the server, at its place; `order` as a real server gives it. */
  enter(one: Logged): void {
    if ('op' in one && this.#log.some((other) => 'op' in other && other.op.op === one.op.op)) return;
    this.#log.push(one);
    this.#log.sort(byOrder);
    this.documents.clear();
    for (const [path, kept] of this.#base ?? []) this.documents.set(path, kept);
    for (const each of this.#log) {
      if ('op' in each) this.#decide({ ...each.op, again: {} }, each.placed);
      else {
        const visit = this.get(each.path);
        if (visit) this.put(each.path, each.change(visit));
      }
    }
  }

  /** Of a server without a log: an op that was made before a restore is decided as it comes. */
  apply(op: Op, sender: Sender): Outcome {
    const known = this.outcomes.get(op.op);
    if (known) return known;
    const outcome = this.#decide(op, placeOp(op, sender, sender));
    if (!isOutOfOrder(outcome)) this.outcomes.set(op.op, outcome);
    return outcome;
  }

  /** Returns the household as it is now, apart from this one. */
  copy(): MemoryHousehold {
    const copy = new MemoryHousehold();
    for (const [path, kept] of this.documents) copy.documents.set(path, kept);
    for (const [op, outcome] of this.outcomes) copy.outcomes.set(op, outcome);
    for (const [device, sequence] of this.#sequences) copy.#sequences.set(device, sequence);
    copy.applied.push(...this.applied);
    copy.version = this.version;
    copy.#base = this.#base;
    copy.#log = [...this.#log];
    return copy;
  }

  #decide(op: Op, placed: PlacedOp): Outcome {
    const { name, args, device, ...times } = placed;
    const last = this.#sequences.get(device) ?? 0;
    if (!op.again && op.sequence <= last) {
      return { op: op.op, result: 'refused', refusal: { code: 'out-of-order' } };
    }
    const context = { ...times, device, e164: () => undefined };
    const decision = new Draft(this, this.#sizes()).decide(prepare(name, args, context));
    this.#sequences.set(device, Math.max(op.sequence, last));
    if (!decision.accepted) return { op: op.op, result: 'refused', refusal: decision.refusal };
    this.applied.push({ op, device });
    this.version += 1;
    for (const write of decision.writes) {
      if ('put' in write) this.documents.set(write.put, { version: this.version, document: write.document });
      else this.#remove(write.remove);
    }
    const since = decision.since === undefined ? {} : { since: decision.since };
    return { op: op.op, result: 'done', version: this.version, ...since };
  }

  #sizes(): HouseholdSizes {
    const sizes = new HouseholdSizes();
    for (const [path, document] of this.present()) sizes.count(path, undefined, document);
    return sizes;
  }

  #remove(root: Path): void {
    for (const path of this.documents.keys()) if (isWithin(path, root)) this.documents.delete(path);
    this.documents.set(root, { version: this.version });
  }

  /** Returns a page of the feed; a page never splits a version. */
  feed(cursor: number): Pick<SyncReply, 'changes' | 'cursor' | 'more'> {
    const all = [...this.documents]
      .map(([path, kept]) => ({ path, ...kept }))
      .filter(({ version }) => version > cursor)
      .sort((a, b) => a.version - b.version);
    const last = all[this.changesPerPage - 1]?.version ?? this.version;
    const changes = all.filter(({ version }) => version <= last) as Change[];
    return { changes, cursor: last, more: last < this.version };
  }

  /** Returns a page of the snapshot. */
  snapshot({ people = '' }: Pick<SyncRequest, 'people'> = {}): SnapshotReply {
    const whole = this.#snapshot();
    const rest = whole.changes.filter(({ path }) => path > people).sort((a, b) => (a.path < b.path ? -1 : 1));
    if (rest.length <= this.peoplePerPage) return { ...whole, changes: rest };
    const { history: _later, ...page } = { ...whole, changes: rest.slice(0, this.peoplePerPage) };
    return { ...page, people: page.changes.at(-1)?.path ?? '' };
  }

  #snapshot(): SnapshotReply {
    const closed = new Set<string>(this.#closed().map(({ path }) => path));
    const changes = [...this.documents]
      .map(([path, kept]) => ({ path, ...kept }))
      .filter(({ path, document }) => document && !closed.has(path)) as Change[];
    const history = closed.size > 0 ? { start: '9999-12-31T23:59:59.999Z', path: '~' } : null;
    return { changes, cursor: this.version, more: false, reset: true, history };
  }

  past({ start, path }: { start: string; path: string }): Pick<SyncReply, 'changes' | 'history'> {
    const older = this.#closed().filter(
      (stay) => visitStart(stay.visit) < start || (visitStart(stay.visit) === start && stay.path < path),
    );
    const page = older.slice(0, this.visitsPerPage);
    const last = older.length > page.length ? page.at(-1) : undefined;
    const changes = page.map((stay) => ({ path: stay.path, ...this.documents.get(stay.path) })) as Change[];
    return { changes, history: last ? { start: visitStart(last.visit), path: last.path } : null };
  }

  #closed(): StoredVisit[] {
    return this.visits()
      .filter(({ visit }) => !visit.open)
      .sort((a, b) => (visitStart(a.visit) + a.path < visitStart(b.visit) + b.path ? 1 : -1));
  }
}

type Sender = { device: Id; uid: Id; deviceNow: number; receivedAt: number };
type Logged = { order: number } & (
  | { op: Op; placed: PlacedOp }
  | { path: Path<'visit'>; change: (visit: Visit) => Visit }
);

/** Several phones may claim one millisecond: then by the time of receipt, the device and its sequence. */
function byOrder(a: Logged, b: Logged): number {
  if (a.order !== b.order || !('op' in a) || !('op' in b)) return a.order - b.order;
  const [one, other] = [a.placed, b.placed];
  if (one.receivedAt !== other.receivedAt) return one.receivedAt < other.receivedAt ? -1 : 1;
  if (one.device !== other.device) return one.device < other.device ? -1 : 1;
  return a.op.sequence - b.op.sequence;
}

type SnapshotReply = Pick<SyncReply, 'changes' | 'cursor' | 'more' | 'reset' | 'history' | 'people'>;

export function isOutOfOrder(outcome: Outcome): boolean {
  return outcome.result === 'refused' && outcome.refusal.code === 'out-of-order';
}
