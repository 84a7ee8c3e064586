import type { Accepted, Notice, Write } from '#domain/command.ts';
import type { Document } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { childPath, isWithin, type Path, parsePath } from '#domain/paths.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Change, Op, Outcome, SyncReply } from '#domain/protocol/sync.ts';
import { isoTime } from '#domain/time.ts';
import type { Batch, SyncState } from '../store/port.ts';

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
  /** The op that ended the request without an outcome, if one did. */
  held: SyncReply['held'];
  readonly #known: Map<Id, Outcome>;
  readonly #recorded: Batch['outcomes'][number][] = [];
  readonly #documents = new Map<Path, Batch['documents'][number]>();
  /** The notices of the batch that a cap kept from being sent. */
  withheld = 0;
  #notices: Notice[] = [];
  #version: number;
  #lastSequence: number;

  constructor({ version, lastSequence, outcomes }: SyncState) {
    this.#known = new Map(outcomes);
    this.#version = version;
    this.#lastSequence = lastSequence;
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

  /** Records an accepted op; every op that writes gets a version of its own. Nobody is notified of one sent again. */
  accept(op: Op, { writes, notices, since }: Accepted): void {
    if (writes.length > 0) this.#version += 1;
    for (const write of writes) this.#add(write);
    const child = childOf(writes);
    for (const notice of op.again ? cancelling(notices) : notices)
      this.#notices.push({ ...notice, ...(child && { child }) });
    this.#record(op, {
      ...{ op: op.op, result: 'done', version: this.#version },
      ...(writes.length === 0 && { idle: true }),
      ...(since !== undefined && { since }),
    });
  }

  refuse(op: Op, refusal: Refusal): void {
    this.#record(op, { op: op.op, result: 'refused', refusal });
  }

  /** Refuses an op without recording the outcome, so that it can be sent again. */
  refuseUnrecorded({ op }: Op, code: 'failed' | 'out-of-order'): void {
    this.outcomes.push({ op, result: 'refused', refusal: { code } });
  }

  /** Ends the request at an op that waits: it may have an outcome at a later version. */
  hold({ op }: Op): void {
    this.held = { op, version: this.#version };
  }

  /** Returns the batch to save; undefined if nothing is new. Times are in ms. */
  batch(device: Id, { receivedAt, noticeHoldMs, admit }: BatchRules): Batch | undefined {
    if (this.#recorded.length === 0) return undefined;
    const admitted = this.#notices.map(admit);
    this.withheld = admitted.filter((notice, at) => notice !== this.#notices[at]).length;
    const [recordedAt, dueAt] = [isoTime(receivedAt), isoTime(receivedAt + noticeHoldMs)];
    return {
      version: this.#version,
      device,
      lastSequence: this.#lastSequence,
      documents: [...this.#documents.values()],
      outcomes: this.#recorded,
      notices: admitted.filter((notice) => notice !== undefined).map((notice) => ({ notice, dueAt })),
      recordedAt,
    };
  }

  /** Returns what is written as the change feed would, oldest change first. */
  changes(): Change[] {
    return [...this.#documents.values()].toSorted(
      (a, b) => a.version - b.version || (a.path < b.path ? -1 : 1),
    );
  }

  #record({ op, sequence }: Op, outcome: Outcome): void {
    this.#known.set(op, outcome);
    this.outcomes.push(outcome);
    this.#recorded.push({ outcome, sequence });
    this.#lastSequence = Math.max(this.#lastSequence, sequence);
  }

  /** Keeps the last write of each path; a removal discards the writes below its path, and a child's its notices. */
  #add(write: Write): void {
    if ('put' in write) {
      this.#set(write.put, write.document);
      return;
    }
    for (const path of this.#documents.keys()) {
      if (isWithin(path, write.remove)) this.#documents.delete(path);
    }
    this.#notices = this.#notices.filter(({ child = '' }) => childPath(child) !== write.remove);
    this.#set(write.remove);
  }

  #set(path: Path, document?: Document): void {
    this.#documents.set(path, { path, version: this.#version, ...(document ? { document } : {}) });
  }
}

/** Of notices that were sent, or cancelled others, once: what a restored backup holds unsent about their taps goes. */
function cancelling(notices: readonly Notice[]): Notice[] {
  return notices.filter(({ kind }) => kind !== 'first').map((one) => ({ ...one, kind: 'cancelled' }));
}

/** Returns the child whose visits or visitors an op wrote; undefined if it wrote none. */
function childOf(writes: readonly Write[]): Id | undefined {
  const [first] = writes;
  return first && parsePath('put' in first ? first.put : first.remove)?.child;
}
