import type { DeviceStorage } from '#client/data/environment.ts';
import type { Id } from '#domain/ids.ts';
import type { Tap } from './records.ts';
import { storageKeys } from './storage-keys.ts';

const PREFIX = 'framme.journal.';

/** One account's taps that are not in the outbox yet, in localStorage: the only storage that writes synchronously. */
export class Journal {
  readonly #storage: DeviceStorage | undefined;
  readonly #prefix: string;
  #order = 0;

  constructor(storage: DeviceStorage | undefined, uid: Id) {
    this.#storage = storage;
    this.#prefix = journalPrefix(uid);
  }

  /** Returns a number above that of every earlier tap of any tab, and close to the clock. */
  nextOrder(now: number): number {
    this.read();
    this.#order = Math.max(this.#order + 1, now);
    return this.#order;
  }

  /** Returns true if the tap was written. */
  write(tap: Tap): boolean {
    try {
      this.#storage?.setItem(this.#prefix + tap.op, JSON.stringify(tap));
      return this.#storage !== undefined;
    } catch {
      return false;
    }
  }

  delete(ops: Iterable<Id>): void {
    for (const op of ops) this.#remove(this.#prefix + op);
  }

  wipe(): void {
    for (const key of this.#keys()) this.#remove(key);
  }

  /** The journaled taps, in the order they were tapped. */
  read(): Tap[] {
    const taps = this.#keys().flatMap((key) => this.#readEntry(key));
    taps.sort((a, b) => a.order - b.order);
    this.#order = Math.max(this.#order, taps.at(-1)?.order ?? 0);
    return taps;
  }

  /** Merges these taps with those that other tabs could only journal, in the order they were tapped. */
  merge(taps: readonly Tap[]): Tap[] {
    const own = new Set(taps.map(({ op }) => op));
    const others = this.read().filter(({ op }) => !own.has(op));
    return [...taps, ...others].sort((a, b) => a.order - b.order);
  }

  #readEntry(key: string): Tap[] {
    try {
      const tap = JSON.parse(this.#storage?.getItem(key) ?? 'null') as Tap | null;
      return tap && key === this.#prefix + tap.op ? [tap] : [];
    } catch {
      return [];
    }
  }

  #keys(): string[] {
    return storageKeys(this.#storage, this.#prefix);
  }

  #remove(key: string): void {
    try {
      this.#storage?.removeItem(key);
    } catch {
      // A leftover entry is found in the outbox at the next start, or answered by the server as a duplicate.
    }
  }
}

/** The beginning of the keys under which an account's taps are in the journal. */
export function journalPrefix(uid: Id): string {
  return `${PREFIX}${uid}.`;
}

/** The accounts whose taps are in the journal. */
export function journalUids(storage: DeviceStorage | undefined): Id[] {
  const uids = storageKeys(storage, PREFIX).map((key) => key.slice(PREFIX.length).split('.')[0] ?? '');
  return [...new Set(uids)];
}
