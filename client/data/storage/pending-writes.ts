import { StorageFailed } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';

interface Promised {
  isJournaled: boolean;
  resolve: () => void;
  reject: (error: StorageFailed) => void;
}

/** The taps whose caller still waits to hear that they are stored. */
export class Storing {
  readonly #promised = new Map<Id, Promised>();

  /** Resolves when the tap is kept; rejects with StorageFailed. */
  promise(op: Id, isJournaled: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#promised.set(op, { isJournaled, resolve, reject });
    });
  }

  keep(ops: Iterable<Id>): void {
    for (const op of ops) {
      this.#promised.get(op)?.resolve();
      this.#promised.delete(op);
    }
  }

  /** Those of these taps that lie nowhere; one that was acknowledged before is never among them. */
  homeless(ops: Iterable<Id>): Set<Id> {
    return new Set([...ops].filter((op) => this.#promised.get(op)?.isJournaled === false));
  }

  fail(ops: Iterable<Id>): void {
    for (const op of ops) {
      this.#promised.get(op)?.reject(new StorageFailed());
      this.#promised.delete(op);
    }
  }
}
