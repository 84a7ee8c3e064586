import { StorageFailed } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';

interface PendingWrite {
  isJournaled: boolean;
  resolve: () => void;
  reject: (error: StorageFailed) => void;
}

/** The taps whose caller still waits for the write to storage. */
export class PendingWrites {
  readonly #writes = new Map<Id, PendingWrite>();

  /** Resolves when the tap is stored; rejects with StorageFailed. */
  add(op: Id, isJournaled: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#writes.set(op, { isJournaled, resolve, reject });
    });
  }

  resolve(ops: Iterable<Id>): void {
    for (const op of ops) {
      this.#writes.get(op)?.resolve();
      this.#writes.delete(op);
    }
  }

  /** Those of these taps that are neither journaled nor acknowledged. */
  unsaved(ops: Iterable<Id>): Set<Id> {
    return new Set([...ops].filter((op) => this.#writes.get(op)?.isJournaled === false));
  }

  reject(ops: Iterable<Id>): void {
    for (const op of ops) {
      this.#writes.get(op)?.reject(new StorageFailed());
      this.#writes.delete(op);
    }
  }
}
