import { StorageFailed } from '#client/data/errors.ts';
import type { Id } from '#domain/ids.ts';
import type { Journal } from './journal.ts';
import type { Tap } from './records.ts';

interface PendingWrite {
  isJournaled: boolean;
  resolve: () => void;
  reject: (error: StorageFailed) => void;
}

/** The taps on their way to the outbox, whose caller waits: journaled at once if that works. */
export class PendingWrites {
  readonly #journal: Journal;
  readonly #writes = new Map<Id, PendingWrite>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Journals a tap synchronously. `stored` resolves when it is stored, and rejects with StorageFailed. */
  add(tap: Tap): { isJournaled: boolean; stored: Promise<void> } {
    const isJournaled = this.#journal.write(tap);
    const stored = new Promise<void>((resolve, reject) => {
      this.#writes.set(tap.op, { isJournaled, resolve, reject });
    });
    return { isJournaled, stored };
  }

  /** Confirms taps that are in the outbox, including those of a tab killed before it cleared its journal. */
  confirm(taps: readonly Tap[]): void {
    const ops = taps.map(({ op }) => op);
    this.#journal.delete(ops);
    this.#resolve(ops);
  }

  /** After a failed write to the outbox, journaled taps stay pending; `drop` rolls the unsaved ones back. */
  fail(taps: readonly Tap[], drop: (unsaved: Set<Id>) => void): void {
    const ops = taps.map(({ op }) => op);
    const unsaved = new Set(ops.filter((op) => this.#writes.get(op)?.isJournaled === false));
    if (unsaved.size > 0) drop(unsaved);
    this.#reject(unsaved);
    this.#resolve(ops);
  }

  #resolve(ops: Iterable<Id>): void {
    for (const op of ops) {
      this.#writes.get(op)?.resolve();
      this.#writes.delete(op);
    }
  }

  #reject(ops: Iterable<Id>): void {
    for (const op of ops) {
      this.#writes.get(op)?.reject(new StorageFailed());
      this.#writes.delete(op);
    }
  }
}
