import type { DeviceStorage } from '#client/data/environment.ts';
import type { Id } from '#domain/ids.ts';
import type { Tap } from './records.ts';

/** The taps of one account that the outbox does not hold yet, in localStorage, which alone can write before a tap returns. */
export class Journal {
  readonly #storage: DeviceStorage | undefined;
  readonly #prefix: string;
  #order = 0;

  constructor(storage: DeviceStorage | undefined, uid: Id) {
    this.#storage = storage;
    this.#prefix = `framme.journal.${uid}.`;
  }

  /** A number higher than that of every tap before, in whatever tab, and close to the clock. */
  nextOrder(now: number): number {
    this.left();
    this.#order = Math.max(this.#order + 1, now);
    return this.#order;
  }

  /** Out: whether the tap is written. */
  write(tap: Tap): boolean {
    try {
      this.#storage?.setItem(this.#prefix + tap.op, JSON.stringify(tap));
      return this.#storage !== undefined;
    } catch {
      return false;
    }
  }

  forget(ops: Iterable<Id>): void {
    for (const op of ops) this.#remove(this.#prefix + op);
  }

  wipe(): void {
    for (const key of this.#keys()) this.#remove(key);
  }

  /** The taps a killed tab left behind, in the order they were tapped. */
  left(): Tap[] {
    const taps = this.#keys().flatMap((key) => this.#read(key));
    taps.sort((a, b) => a.order - b.order);
    this.#order = Math.max(this.#order, taps.at(-1)?.order ?? 0);
    return taps;
  }

  /** These taps and those that other tabs could only journal, in the order they were tapped: so they are sent. */
  together(taps: readonly Tap[]): Tap[] {
    const here = new Set(taps.map(({ op }) => op));
    const others = this.left().filter(({ op }) => !here.has(op));
    return [...taps, ...others].sort((a, b) => a.order - b.order);
  }

  #read(key: string): Tap[] {
    try {
      const tap = JSON.parse(this.#storage?.getItem(key) ?? 'null') as Tap | null;
      return tap && key === this.#prefix + tap.op ? [tap] : [];
    } catch {
      return [];
    }
  }

  #keys(): string[] {
    try {
      const all = Array.from({ length: this.#storage?.length ?? 0 }, (_, i) => this.#storage?.key(i) ?? '');
      return all.filter((key) => key.startsWith(this.#prefix));
    } catch {
      return [];
    }
  }

  #remove(key: string): void {
    try {
      this.#storage?.removeItem(key);
    } catch {
      // An entry left behind is found in the outbox at the next start, or answered by the server as known.
    }
  }
}
