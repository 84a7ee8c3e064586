import type { StoredVisit } from '#domain/command.ts';
import type { Document, DocumentOf, Visit } from '#domain/documents.ts';
import { type DocumentSource, Draft, visitorKey } from '#domain/draft.ts';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import type { Id } from '#domain/ids.ts';
import { isWithin, type Kind, type Path, parsePath, type VisitorRef, visitorPath } from '#domain/paths.ts';
import { placeTap } from '#domain/place-tap.ts';
import type { Change, Op, Outcome, SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import { isoTime } from '#domain/time.ts';
import { visitStart } from '#domain/visits/visit-times.ts';

/** One household as the server stores it: documents with versions, outcomes by op, and all ops in order. */
export class MemoryHousehold implements DocumentSource {
  readonly documents = new Map<Path, { version: number; document?: Document }>();
  readonly outcomes = new Map<Id, Outcome>();
  readonly applied: { op: Op; device: Id }[] = [];
  /** False removes deduplication, which must fail the tests of resending. */
  remembersOutcomes = true;
  version = 0;
  changesPerPage = 500;
  visitsPerPage = 500;
  peoplePerPage = 500;
  readonly #sequences = new Map<Id, number>();

  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined {
    return this.documents.get(path)?.document as DocumentOf[K] | undefined;
  }

  isTaken(path: Path): boolean {
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

  /** Undefined if the op is sent again and waits, because it would have no effect. */
  apply(op: Op, sender: { device: Id; uid: Id; deviceNow: number; receivedAt: number }): Outcome | undefined {
    const known = this.outcomes.get(op.op);
    if (known && this.remembersOutcomes) return known;
    const outcome = this.#decide(op, sender);
    if (outcome && !isOutOfOrder(outcome)) this.outcomes.set(op.op, outcome);
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
    return copy;
  }

  #decide(
    op: Op,
    sender: { device: Id; uid: Id; deviceNow: number; receivedAt: number },
  ): Outcome | undefined {
    const { device, uid } = sender;
    const { deviceNow, receivedAt } = op.again ?? sender;
    const last = this.#sequences.get(device) ?? 0;
    if (this.remembersOutcomes && !op.again && op.sequence <= last) {
      return { op: op.op, result: 'refused', refusal: { code: 'out-of-order' } };
    }
    const { at, certainty } = placeTap({ ...op, deviceNow, receivedAt });
    const times = { at: isoTime(at), tappedAt: isoTime(op.tappedAt), receivedAt: isoTime(receivedAt) };
    const context = {
      op: op.op,
      actor: uid,
      device,
      zone: op.zone,
      certainty,
      isBehind: op.again !== undefined && op.sequence <= last,
      e164: () => undefined,
      ...times,
    };
    const decision = new Draft(this, this.#sizes()).run(op.name, op.args, context);
    const isIdle = decision.accepted && decision.writes.length === 0;
    const isAsBefore = decision.accepted && isIdle === (op.again?.idle ?? false);
    if (op.again && !op.again.last && !isAsBefore) return undefined;
    this.#sequences.set(device, Math.max(op.sequence, last));
    if (!decision.accepted) return { op: op.op, result: 'refused', refusal: decision.refusal };
    this.applied.push({ op, device });
    this.version += 1;
    for (const write of decision.writes) {
      if ('put' in write) this.documents.set(write.put, { version: this.version, document: write.document });
      else this.#remove(write.remove);
    }
    const since = decision.since === undefined ? {} : { since: decision.since };
    return { op: op.op, result: 'done', version: this.version, ...(isIdle && { idle: true }), ...since };
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

  /** Returns a page of the snapshot, or all of it for a phone that takes no pages. */
  snapshot({ inPages, people = '' }: Pick<SyncRequest, 'inPages' | 'people'> = {}): SnapshotReply {
    const whole = this.#snapshot();
    const rest = whole.changes.filter(({ path }) => path > people).sort((a, b) => (a.path < b.path ? -1 : 1));
    if (!inPages || rest.length <= this.peoplePerPage) return { ...whole, changes: rest };
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

type SnapshotReply = Pick<SyncReply, 'changes' | 'cursor' | 'more' | 'reset' | 'history' | 'people'>;

export function isOutOfOrder(outcome: Outcome): boolean {
  return outcome.result === 'refused' && outcome.refusal.code === 'out-of-order';
}
