import type { Alert } from '#domain/alerts.ts';
import type { Accepted, Context, Notice, Write } from '#domain/command.ts';
import { visitorKey } from '#domain/draft.ts';
import type { HouseholdSizes } from '#domain/household-sizes.ts';
import type { Id } from '#domain/ids.ts';
import { childPath, isWithin, type Path, parsePath } from '#domain/paths.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Change, Op, Outcome } from '#domain/protocol/sync.ts';
import { isoTime } from '#domain/time.ts';
import type { Batch, LogWrite, SyncState, Transaction } from '../store/ports/store.ts';
import type { Sender } from './prepare-op.ts';
import { type LoggedOp, withoutCleared } from './restore-log.ts';

/** Collects the outcomes of one request's ops, and everything that is to be written for them. */
export class Ledger {
  /** In the order of the ops, including the outcomes that were known already. */
  readonly outcomes: Outcome[] = [];
  readonly #state: SyncState;
  readonly #known: Map<Id, Outcome>;
  readonly #recorded: Batch['outcomes'][number][] = [];
  readonly #documents = new WrittenDocuments();
  #notices: Notice[] = [];
  readonly #alerts: Alert[] = [];
  #version: number;
  readonly #receivedAt: number;
  #lastSequence: number;
  readonly #log: LogWrite[] = [];

  /** `receivedAt`: the server's clock, in ms. */
  constructor(state: SyncState, receivedAt: number) {
    this.#state = state;
    this.#known = new Map(state.outcomes);
    this.#version = state.version;
    this.#receivedAt = receivedAt;
    this.#lastSequence = state.lastSequence;
  }

  get version(): number {
    return this.#version;
  }

  /** Answers an op that has an outcome already with it; returns false if it has none. */
  answerIfKnown({ op }: Op): boolean {
    const outcome = this.#known.get(op);
    if (outcome && !this.outcomes.includes(outcome)) this.outcomes.push(outcome);
    return outcome !== undefined;
  }

  /** Returns false if the device's sequence runs backwards. */
  isInOrder({ sequence }: Op): boolean {
    return sequence > this.#lastSequence;
  }

  /** Records an accepted op; it gets a version of its own. */
  accept(op: Op, decision: Accepted): void {
    const { writes, since } = decision;
    this.raise();
    for (const write of writes) this.write(write);
    this.tell(op, decision, childOf(writes));
    this.record(op, {
      ...{ op: op.op, result: 'done', version: this.#version },
      ...(since !== undefined && { since }),
    });
  }

  /** Begins the next version, or a later one: it orders all that the household ever decided, also in former epochs (decision 0046). */
  raise(least = 0): number {
    this.#version = Math.max(nextVersion(this.#version, this.#receivedAt), least);
    return this.#version;
  }

  /** Queues the messages of an accepted op, to the other family and to the own devices. */
  tell(op: Op, decision: Accepted, child: Id | undefined): void {
    const visitor = visitorIn(decision.writes);
    const notices = noticesOf(op, decision).map((notice) => ({ ...notice, ...(visitor && { visitor }) }));
    this.notify(notices, child);
    this.#alerts.push(...(decision.alerts ?? []));
  }

  notify(notices: readonly Notice[], child: Id | undefined): void {
    for (const notice of notices) this.#notices.push({ ...notice, ...(child && { child }) });
  }

  /** Answers an op that waits in the log for what another phone brings. */
  defer({ op }: Op): void {
    this.outcomes.push({ op, result: 'done', version: this.#version, dormant: true });
  }

  /** Keeps an op of the log, or what stood before it, for 14 days after a restore. */
  log(...writes: readonly LogWrite[]): void {
    this.#log.push(...writes);
  }

  refuse(op: Op, refusal: Refusal): void {
    this.record(op, { op: op.op, result: 'refused', refusal });
  }

  /** Refuses an op without recording the outcome, so that it can be sent again. */
  refuseUnrecorded({ op }: Op, code: 'failed' | 'out-of-order'): void {
    this.outcomes.push({ op, result: 'refused', refusal: { code } });
  }

  /** Writes everything with the sizes that the household has by it, if anything is new. Returns what was done. */
  async save(transaction: Transaction, device: Id, sender: Sender, sizes: HouseholdSizes): Promise<Applied> {
    const { receivedAt, noticeHoldMs, admit, uid, hasPush } = sender;
    const { outcomes } = this;
    const done = { outcomes, known: this.#state.outcomes, hasNotices: this.#notices.length > 0 };
    if (this.#recorded.length + this.#documents.size + this.#log.length === 0)
      return { ...done, withheld: 0, saved: undefined };
    const admitted = this.#notices.map(admit);
    const withheld = admitted.filter((notice, at) => notice !== this.#notices[at]).length;
    const dueAt = isoTime(receivedAt + noticeHoldMs);
    const documents = this.#documents.all();
    await transaction.save({
      version: this.#version,
      device,
      lastSequence: this.#lastSequence,
      documents,
      outcomes: this.#recorded,
      notices: admitted
        .filter((notice) => notice !== undefined)
        .map((notice) => ({ notice: notice.visitor ? { ...notice, by: uid } : notice, dueAt })),
      ...(hasPush && this.#alerts.length > 0 && { alerts: this.#alerts }),
      recordedAt: isoTime(receivedAt),
      ...(this.#log.length > 0 && { log: withoutCleared(this.#log) }),
      sizes,
    });
    // As the change feed would tell it, oldest change first.
    const changes = documents.toSorted((a, b) => a.version - b.version || (a.path < b.path ? -1 : 1));
    return { ...done, withheld, saved: { since: this.#state.version, changes, cursor: this.#version } };
  }

  /** Records the outcome of an op of the request. */
  record({ op, sequence }: Op, outcome: Outcome): void {
    this.#known.set(op, outcome);
    this.outcomes.push(outcome);
    this.#recorded.push({ outcome, sequence });
    this.#lastSequence = Math.max(this.#lastSequence, sequence);
  }

  /** Records the outcome of an op of an earlier request, which waited in the log until now. */
  recordLate({ op, sequence }: Pick<Context, 'op'> & { sequence: number }): void {
    this.#recorded.push({ outcome: { op, result: 'done', version: this.#version }, sequence });
  }

  /** Keeps the last write of each path; a removed child's notices go. */
  write(write: Write): void {
    this.#documents.write(write, this.#version);
    if ('remove' in write)
      this.#notices = this.#notices.filter(({ child = '' }) => childPath(child) !== write.remove);
  }
}

/** Returns the version after one; `now` in ms. Versions of former epochs stay below it, unless a clock was set back. */
export function nextVersion(version: number, now: number): number {
  return Math.max(version + 1, now);
}

type Written = Batch['documents'][number];

/** The last write of each path in a request; a removal discards the writes below its path. */
class WrittenDocuments {
  readonly #byPath = new Map<Path, Written>();

  get size(): number {
    return this.#byPath.size;
  }

  all(): Written[] {
    return [...this.#byPath.values()];
  }

  write(write: Write, version: number): void {
    if ('put' in write) {
      this.#byPath.set(write.put, { path: write.put, version, document: write.document });
      return;
    }
    for (const path of this.#byPath.keys()) {
      if (isWithin(path, write.remove)) this.#byPath.delete(path);
    }
    this.#byPath.set(write.remove, { path: write.remove, version });
  }
}

/**
 * The notices of an accepted op. Those of one that a server had before a restore were sent, or cancelled others, once: nobody is
 * notified again, and what the backup holds unsent about its tap goes.
 */
function noticesOf({ again }: Op, { notices }: Pick<Accepted, 'notices'>): readonly Notice[] {
  if (!again?.sent) return notices;
  return notices.filter(({ kind }) => kind !== 'first').map((one) => ({ ...one, kind: 'cancelled' }));
}

/** True if an accepted op queues a notice of an arrival or a departure. */
export function rings({ notices }: Pick<Accepted, 'notices'>): boolean {
  return notices.some(({ kind }) => kind === 'first');
}

/** Cancels what waits about an op; whom it was to reach is not looked at. */
export function cancelled({ op, at }: LoggedOp): Notice {
  return { about: op, kind: 'cancelled', recipient: { userId: '' }, name: '', status: 'out', at };
}

/** Returns the visitor about whom an op is; undefined if its writes do not tell. */
function visitorIn(writes: readonly Write[]): Path | undefined {
  for (const write of writes) {
    if (!('put' in write)) continue;
    if ('status' in write.document) return write.put;
    if ('visitor' in write.document)
      return visitorKey({ path: write.put as Path<'visit'>, visit: write.document });
  }
  return undefined;
}

/** Returns the child whose visits or visitors an op wrote; undefined if it wrote none. */
function childOf(writes: readonly Write[]): Id | undefined {
  const [first] = writes;
  return first && parsePath('put' in first ? first.put : first.remove)?.child;
}

export interface Applied {
  outcomes: Outcome[];
  /** Those of them that earlier requests had. */
  known: SyncState['outcomes'];
  hasNotices: boolean;
  /** The notices that a cap kept from being sent. */
  withheld: number;
  /**
   * Everything that changed in the household after the version `since`; undefined if nothing was saved. Without `changes`
   * others changed it too, and the feed tells.
   */
  saved: { since: number; changes: Change[] | undefined; cursor: number } | undefined;
}
