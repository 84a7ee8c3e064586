import type { Accepted, Context, Notice, Write } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import { childPath, isWithin, type Path, parsePath } from '#domain/paths.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Change, Op, Outcome } from '#domain/protocol/sync.ts';
import { isoTime } from '#domain/time.ts';
import type { Batch, LogWrite, SyncState } from '../store/ports/store.ts';
import type { OpSender } from './prepare-op.ts';
import { type LoggedOp, withoutCleared } from './restore-log.ts';

/** The time at which a request arrived, and what becomes of its notices. Times in ms. */
export interface BatchRules {
  receivedAt: number;
  noticeHoldMs: number;
  /** Returns the notice to queue; undefined beyond a cap. */
  admit: (notice: Notice) => Notice | undefined;
}

/** Collects the outcomes of one request's ops, and everything that is to be written for them. */
export class Ledger {
  /** In the order of the ops, including the outcomes that were known already. */
  readonly outcomes: Outcome[] = [];
  readonly #known: Map<Id, Outcome>;
  readonly #recorded: Batch['outcomes'][number][] = [];
  readonly #documents = new WrittenDocuments();
  /** The notices of the batch that a cap kept from being sent. */
  withheld = 0;
  #notices: Notice[] = [];
  #version: number;
  readonly #receivedAt: number;
  #lastSequence: number;
  readonly #log: LogWrite[] = [];

  /** `receivedAt`: the server's clock, in ms. */
  constructor({ version, lastSequence, outcomes }: SyncState, receivedAt: number) {
    this.#known = new Map(outcomes);
    this.#version = version;
    this.#receivedAt = receivedAt;
    this.#lastSequence = lastSequence;
  }

  get version(): number {
    return this.#version;
  }

  get hasNotices(): boolean {
    return this.#notices.length > 0;
  }

  /** Returns true if the op has an outcome already, which is returned again. */
  isRepeated({ op }: Op): boolean {
    const outcome = this.#known.get(op);
    if (outcome && !this.outcomes.includes(outcome)) this.outcomes.push(outcome);
    return outcome !== undefined;
  }

  /** Returns false if the device's sequence runs backwards. */
  isInOrder({ sequence }: Op): boolean {
    return sequence > this.#lastSequence;
  }

  /** Records an accepted op; every op gets a version of its own. Nobody is notified of one sent again. */
  accept(op: Op, { writes, notices, since }: Accepted): void {
    this.raise();
    for (const write of writes) this.write(write);
    this.notify(op.again ? cancelling(notices) : notices, childOf(writes));
    this.record(op, {
      ...{ op: op.op, result: 'done', version: this.#version },
      ...(since !== undefined && { since }),
    });
  }

  /** Begins the next version: it orders all that the household ever decided, also in former epochs (decision 0046). */
  raise(): number {
    this.#version = nextVersion(this.#version, this.#receivedAt);
    return this.#version;
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

  /** Returns the batch to save; undefined if nothing is new. Times are in ms. */
  batch(device: Id, { receivedAt, noticeHoldMs, admit }: BatchRules): Batch | undefined {
    if (this.#recorded.length + this.#documents.size + this.#log.length === 0) return undefined;
    const admitted = this.#notices.map(admit);
    this.withheld = admitted.filter((notice, at) => notice !== this.#notices[at]).length;
    const [recordedAt, dueAt] = [isoTime(receivedAt), isoTime(receivedAt + noticeHoldMs)];
    return {
      version: this.#version,
      device,
      lastSequence: this.#lastSequence,
      documents: this.#documents.all(),
      outcomes: this.#recorded,
      notices: admitted.filter((notice) => notice !== undefined).map((notice) => ({ notice, dueAt })),
      recordedAt,
      ...(this.#log.length > 0 && { log: withoutCleared(this.#log) }),
    };
  }

  /** Returns what is written as the change feed would, oldest change first. */
  changes(): Change[] {
    return this.#documents.all().toSorted((a, b) => a.version - b.version || (a.path < b.path ? -1 : 1));
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

/** Of notices that were sent, or cancelled others, once: what a restored backup holds unsent about their taps goes. */
export function cancelling(notices: readonly Notice[]): Notice[] {
  return notices.filter(({ kind }) => kind !== 'first').map((one) => ({ ...one, kind: 'cancelled' }));
}

/** Cancels what waits about an op; whom it was to reach is not looked at. */
export function cancelled({ op, at }: LoggedOp): Notice {
  return { about: op, kind: 'cancelled', recipient: { userId: '' }, name: '', status: 'out', at };
}

/** Returns the child whose visits or visitors an op wrote; undefined if it wrote none. */
function childOf(writes: readonly Write[]): Id | undefined {
  const [first] = writes;
  return first && parsePath('put' in first ? first.put : first.remove)?.child;
}

/** The sender of the ops and the server's context for the rules. Times in ms. */
export interface Sender extends BatchRules, OpSender {
  /** Called when a rule crashed. */
  onCrash: (error: unknown, command: string) => void;
  /** A backup was restored lately: ops are kept, and those from before it find their place among them (decision 0046). */
  keepsLog: boolean;
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
