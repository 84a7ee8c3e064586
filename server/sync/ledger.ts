import type { Accepted, Notice, Write } from '#domain/command.ts';
import type { Document } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { isWithin, type Path } from '#domain/paths.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Op, Outcome } from '#domain/protocol/sync.ts';
import { isoTime } from '#domain/time.ts';
import type { Batch, Standing } from '../store/port.ts';

/** What one request's ops came to: their outcomes, and all that is to be written for them. */
export class Ledger {
  /** In the order of the ops, those that were known included. */
  readonly outcomes: Outcome[] = [];
  readonly #known: Map<Id, Outcome>;
  readonly #recorded: Batch['outcomes'][number][] = [];
  readonly #documents = new Map<Path, Batch['documents'][number]>();
  readonly #notices: Notice[] = [];
  #version: number;
  #lastSequence: number;

  constructor({ version, lastSequence, outcomes }: Standing) {
    this.#known = new Map(outcomes);
    this.#version = version;
    this.#lastSequence = lastSequence;
  }

  get hasNotices(): boolean {
    return this.#notices.length > 0;
  }

  /** True where the op has an outcome already; it gets the same one again. */
  repeats({ op }: Op): boolean {
    const outcome = this.#known.get(op);
    if (outcome && !this.outcomes.includes(outcome)) this.outcomes.push(outcome);
    return outcome !== undefined;
  }

  /** False where the device's own count runs backwards. */
  isInOrder({ sequence }: Op): boolean {
    return sequence > this.#lastSequence;
  }

  /** Writes down what was decided; every op that changes something gets a version of its own. */
  accept(op: Op, { writes, notices, since }: Accepted): void {
    if (writes.length > 0) this.#version += 1;
    for (const write of writes) this.#keep(write);
    this.#notices.push(...notices);
    const done = { op: op.op, result: 'done', version: this.#version } as const;
    this.#record(op, since === undefined ? done : { ...done, since });
  }

  refuse(op: Op, refusal: Refusal): void {
    this.#record(op, { op: op.op, result: 'refused', refusal });
  }

  /** Answers an op and forgets it, so that it can be sent again. */
  turnAway({ op }: Op, code: 'failed' | 'out-of-order'): void {
    this.outcomes.push({ op, result: 'refused', refusal: { code } });
  }

  /** What is to be saved; undefined where nothing is new. In: times in ms. */
  batch(device: Id, receivedAt: number, noticeHoldMs: number): Batch | undefined {
    if (this.#recorded.length === 0) return undefined;
    const dueAt = isoTime(receivedAt + noticeHoldMs);
    return {
      version: this.#version,
      device,
      lastSequence: this.#lastSequence,
      documents: [...this.#documents.values()],
      outcomes: this.#recorded,
      notices: this.#notices.map((notice) => ({ notice, dueAt })),
      recordedAt: isoTime(receivedAt),
    };
  }

  #record({ op, sequence }: Op, outcome: Outcome): void {
    this.#known.set(op, outcome);
    this.outcomes.push(outcome);
    this.#recorded.push({ outcome, sequence });
    this.#lastSequence = Math.max(this.#lastSequence, sequence);
  }

  /** Only the last write of a path counts; a removal takes along what was written below it. */
  #keep(write: Write): void {
    if ('put' in write) {
      this.#set(write.put, write.document);
      return;
    }
    for (const path of this.#documents.keys()) {
      if (isWithin(path, write.remove)) this.#documents.delete(path);
    }
    this.#set(write.remove);
  }

  #set(path: Path, document?: Document): void {
    this.#documents.set(path, { path, version: this.#version, ...(document ? { document } : {}) });
  }
}
