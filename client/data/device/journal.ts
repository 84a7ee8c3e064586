import type { DeviceStorage, Environment } from '#client/data/environment.ts';
import type { Id } from '#domain/ids.ts';
import { HeldRegister, type Home } from './held-register.ts';
import type { Tap } from './records.ts';
import { storageKeys } from './storage-keys.ts';

const PREFIX = 'framme.journal.';

/** An account's taps in one household that are not in the outbox yet, in localStorage: the only storage that writes synchronously. */
export class Journal {
  readonly #storage: DeviceStorage | undefined;
  /** Taps are written under the first; the others are those of earlier versions. */
  readonly #prefixes: readonly [string, ...string[]];
  #order = 0;

  constructor(storage: DeviceStorage | undefined, home: Home) {
    this.#storage = storage;
    this.#prefixes = journalPrefixes(storage, home);
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
      this.#storage?.setItem(this.#prefixes[0] + tap.op, JSON.stringify(tap));
      return this.#storage !== undefined;
    } catch {
      return false;
    }
  }

  delete(ops: Iterable<Id>): void {
    for (const op of ops) for (const prefix of this.#prefixes) this.#remove(prefix + op);
  }

  wipe(): void {
    for (const prefix of this.#prefixes) for (const key of this.#keys(prefix)) this.#remove(key);
  }

  /** The journaled taps, in the order they were tapped. */
  read(): Tap[] {
    const taps = this.#prefixes.flatMap((prefix) =>
      this.#keys(prefix).flatMap((key) => this.#readEntry(prefix, key)),
    );
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

  #readEntry(prefix: string, key: string): Tap[] {
    try {
      const tap = JSON.parse(this.#storage?.getItem(key) ?? 'null') as Tap | null;
      return tap && key === prefix + tap.op ? [tap] : [];
    } catch {
      return [];
    }
  }

  #keys(prefix: string): string[] {
    return storageKeys(this.#storage, prefix);
  }

  #remove(key: string): void {
    try {
      this.#storage?.removeItem(key);
    } catch {
      // A leftover entry is found in the outbox at the next start, or answered by the server as a duplicate.
    }
  }
}

/**
 * The beginnings of the keys under which an account's taps in a household are in the journal. Earlier versions named the
 * journal by the account alone: such taps are of the household in which this device knew the account first.
 */
export function journalPrefixes(
  storage: DeviceStorage | undefined,
  { household, uid }: Home,
): [string, ...string[]] {
  const { first = household } = new HeldRegister(storage).get(uid);
  return [`${PREFIX}${household}.${uid}.`, ...(first === household ? [`${PREFIX}${uid}.`] : [])];
}

/** The accounts with taps in the journal; without `household`, taps of an earlier version. */
export function journalHomes(storage: DeviceStorage | undefined): { uid: Id; household?: Id }[] {
  return storageKeys(storage, PREFIX).flatMap((key) => {
    const [one, other, op] = key.slice(PREFIX.length).split('.');
    if (one === undefined || other === undefined) return [];
    return [op === undefined ? { uid: one } : { uid: other, household: one }];
  });
}

/** The wait, in ms, before a tap of another tab counts as left: a tab that lives stores it after its next frame. */
const PATIENCE_MS = 1000;
/** The interval of looks, in ms, in case that the browser tells nothing of other tabs. */
const LOOK_MS = 25_000;

/**
 * Calls back when another tab may have left taps in the account's journal: one that was closed before it stored them.
 * Returns a function that stops.
 */
export function watchJournal(
  { after, onStored, onWake, storage }: Pick<Environment, 'after' | 'onStored' | 'onWake' | 'storage'>,
  home: Home,
  look: () => void,
): () => void {
  let cancelSoon: (() => void) | undefined;
  const lookSoon = () => {
    cancelSoon ??= after(PATIENCE_MS, () => {
      cancelSoon = undefined;
      look();
    });
  };
  const lookAgain = (): (() => void) =>
    after(LOOK_MS, () => {
      look();
      cancelNext = lookAgain();
    });
  let cancelNext = lookAgain();
  const prefixes = journalPrefixes(storage, home);
  const isOwn = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));
  const stops = [onStored((key) => isOwn(key) && lookSoon()), onWake(look)];
  return () => {
    cancelSoon?.();
    cancelNext();
    for (const stop of stops) stop();
  };
}
