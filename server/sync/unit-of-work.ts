import type { Alert } from '#domain/alerts.ts';
import type { Accepted, Context, Notice, Write } from '#domain/command.ts';
import { visitorKey } from '#domain/draft.ts';
import type { HouseholdSizes } from '#domain/household-sizes.ts';
import type { Id } from '#domain/ids.ts';
import { childPath, isWithin, type Path, parsePath } from '#domain/paths.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Change, Op, Outcome } from '#domain/protocol/sync.ts';
import { isoTime } from '#domain/time.ts';
import type { Batch, SyncState, Transaction } from '../store/ports/store.ts';

/** The sender of ops, and the server's facts for rules. Times in ms. */
export interface Sender {
  e164: Context['e164'];
  uid: Id;
  receivedAt: number;
  noticeHoldMs: number;
  /** False if the operator turned push off: no alert is queued. */
  hasPush: boolean;
  /** Undefined beyond a quota. */
  admit: (notice: Notice) => Notice | undefined;
  onCrash: (error: unknown, command: string) => void;
}

export class UnitOfWork {
  /** Known outcomes included. */
  readonly outcomes: Outcome[] = [];
  readonly #state: SyncState;
  readonly #known: Map<Id, Outcome>;
  protected readonly recorded: Batch['outcomes'][number][] = [];
  readonly #documents = new WrittenDocuments();
  #notices: Notice[] = [];
  readonly #alerts: Alert[] = [];
  #version: number;
  readonly #receivedAt: number;
  #lastSequence: number;

  /** `receivedAt` in ms. */
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

  answerIfKnown({ op }: Op): boolean {
    const outcome = this.#known.get(op);
    if (outcome && !this.outcomes.includes(outcome)) this.outcomes.push(outcome);
    return outcome !== undefined;
  }

  isInOrder({ sequence }: Op): boolean {
    return sequence > this.#lastSequence;
  }

  accept(op: Op, decision: Accepted): void {
    const { writes, since } = decision;
    this.raise();
    for (const write of writes) this.write(write);
    this.collectNotices(op, decision, childOf(writes));
    this.record(op, {
      op: op.op,
      result: 'done',
      version: this.#version,
      ...(since !== undefined && { since }),
    });
  }

  /** Versions order all decisions, across epochs too (decision 0046). */
  raise(least = 0): number {
    this.#version = Math.max(nextVersion(this.#version, this.#receivedAt), least);
    return this.#version;
  }

  /** Notices for the other family, alerts for the own devices. */
  collectNotices(op: Op, decision: Accepted, child: Id | undefined): void {
    const visitor = visitorIn(decision.writes);
    const notices = noticesOf(op, decision).map((notice) => ({ ...notice, ...(visitor && { visitor }) }));
    this.notify(notices, child);
    this.#alerts.push(...(decision.alerts ?? []));
  }

  notify(notices: readonly Notice[], child: Id | undefined): void {
    for (const notice of notices) this.#notices.push({ ...notice, ...(child && { child }) });
  }

  refuse(op: Op, refusal: Refusal): void {
    this.record(op, { op: op.op, result: 'refused', refusal });
  }

  /** Not recorded, so it can be sent again. */
  refuseUnrecorded({ op }: Op, code: 'failed' | 'out-of-order'): void {
    this.outcomes.push({ op, result: 'refused', refusal: { code } });
  }

  protected get isEmpty(): boolean {
    return this.recorded.length + this.#documents.size === 0;
  }

  async save(
    transaction: Pick<Transaction, 'save'>,
    device: Id,
    sender: Sender,
    sizes: HouseholdSizes,
  ): Promise<Applied> {
    const { receivedAt, noticeHoldMs, admit, uid, hasPush } = sender;
    const { outcomes } = this;
    const done = { outcomes, known: this.#state.outcomes, hasNotices: this.#notices.length > 0 };
    if (this.isEmpty) return { ...done, withheld: 0, saved: undefined };
    const admitted = this.#notices.map(admit);
    const withheld = admitted.filter((notice, at) => notice !== this.#notices[at]).length;
    const dueAt = isoTime(receivedAt + noticeHoldMs);
    const documents = this.#documents.all();
    // A trip also refreshes the pages of the homes, and its start is held like the notice of the departure.
    const alerts = this.#alerts
      .filter(({ kind }) => hasPush || kind === 'trip')
      .map((alert) => (alert.stage === 'start' && alert.at < dueAt ? { ...alert, at: dueAt } : alert));
    await transaction.save({
      version: this.#version,
      device,
      lastSequence: this.#lastSequence,
      documents,
      outcomes: this.recorded,
      notices: admitted
        .filter((notice) => notice !== undefined)
        .map((notice) => ({ notice: notice.visitor ? { ...notice, by: uid } : notice, dueAt })),
      ...(alerts.length > 0 && { alerts }),
      recordedAt: isoTime(receivedAt),
      sizes,
    });
    // In feed order, oldest first.
    const changes = documents.toSorted((a, b) => a.version - b.version || (a.path < b.path ? -1 : 1));
    return { ...done, withheld, saved: { since: this.#state.version, changes, cursor: this.#version } };
  }

  record({ op, sequence }: Op, outcome: Outcome): void {
    this.#known.set(op, outcome);
    this.outcomes.push(outcome);
    this.recorded.push({ outcome, sequence });
    this.#lastSequence = Math.max(this.#lastSequence, sequence);
  }

  /** The last write of a path counts; a removed child's notices are dropped. */
  write(write: Write): void {
    this.#documents.write(write, this.#version);
    if ('remove' in write)
      this.#notices = this.#notices.filter(({ child = '' }) => childPath(child) !== write.remove);
  }
}

/** In ms; stays above earlier epochs' versions, unless the clock was set back. */
export function nextVersion(version: number, now: number): number {
  return Math.max(version + 1, now);
}

type Written = Batch['documents'][number];

/** A removal discards writes below its path. */
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

/** If a server had the op before a restore, notify nobody again; cancel the backup's unsent notices. */
function noticesOf({ again }: Op, { notices }: Accepted): readonly Notice[] {
  if (!again?.sent) return notices;
  return notices.filter(({ kind }) => kind !== 'first').map((one) => ({ ...one, kind: 'cancelled' }));
}

function visitorIn(writes: readonly Write[]): Path | undefined {
  for (const write of writes) {
    if (!('put' in write)) continue;
    if ('status' in write.document) return write.put;
    if ('visitor' in write.document)
      return visitorKey({ path: write.put as Path<'visit'>, visit: write.document });
  }
  return undefined;
}

function childOf(writes: readonly Write[]): Id | undefined {
  const [first] = writes;
  return first && parsePath('put' in first ? first.put : first.remove)?.child;
}

export interface Applied {
  outcomes: Outcome[];
  /** Recorded by earlier requests. */
  known: SyncState['outcomes'];
  hasNotices: boolean;
  /** Notices that a quota stopped. */
  withheld: number;
  /** All changes after `since`; without `changes` others wrote too: read the feed. */
  saved: { since: number; changes: Change[] | undefined; cursor: number } | undefined;
}
