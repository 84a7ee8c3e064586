import type { Environment } from '#client/data/environment.ts';
import { StorageFailed } from '#client/data/errors.ts';
import type { HouseholdState } from '#client/data/tap/household-state.ts';
import type { Id } from '#domain/ids.ts';
import type { Journal } from './journal.ts';
import { storeTaps } from './outbox.ts';
import type { RefusedTap, Tap } from './records.ts';
import type { StorageFallback } from './storage-fallback.ts';

interface PendingWrite {
  isJournaled: boolean;
  resolve: (isStored: boolean) => void;
  reject: (error: StorageFailed) => void;
}

interface Deps {
  random: Environment['random'];
  state: HouseholdState;
  journal: Journal;
  stored: StorageFallback;
}

/** The taps on their way to the outbox, whose caller waits: journaled at once if that works. */
export class PendingWrites {
  readonly #deps: Deps;
  readonly #writes = new Map<Id, PendingWrite>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Journals a tap synchronously. `stored` resolves when it is safe; `send` is for one that only memory has. */
  add(tap: Tap, send: () => Promise<void>): { isJournaled: boolean; stored: Promise<void> } {
    const isJournaled = this.#deps.journal.write(tap);
    const written = new Promise<boolean>((resolve, reject) => {
      this.#writes.set(tap.op, { isJournaled, resolve, reject });
    });
    const stored = written.then(async (isStored) => {
      if (isStored) return;
      await send();
      this.#takeBackUnsent(tap.op);
    });
    return { isJournaled, stored };
  }

  /** Takes a tap back that only memory has and that the server has not answered. Throws StorageFailed then. */
  #takeBackUnsent(op: Id): void {
    const { state, stored } = this.#deps;
    if (!stored.isMemory || !state.unsent.some((one) => one.op === op)) return;
    state.drop(new Set([op]));
    throw new StorageFailed();
  }

  /** Moves the pending taps to the outbox. Resolves to false if the database is another one, and has to be read. */
  async flush(): Promise<boolean> {
    const { random, state, journal, stored } = this.#deps;
    const refused = new Set(state.refused.map(({ op }) => op));
    const taps = journal.merge(state.pending).filter(({ op }) => !refused.has(op));
    try {
      const { meta, queued } = await storeTaps(stored, { random }, taps);
      const isKnown = meta.device === state.meta?.device;
      if (isKnown) state.applyQueued(queued);
      this.settle(queued);
      return isKnown;
    } catch {
      this.#fail(taps);
      return true;
    }
  }

  /** Confirms what is in the outbox and the refused list. What only memory has stays in the journal, to be sent again. */
  settle(taps: readonly Tap[], refused: readonly RefusedTap[] = []): void {
    const { journal, stored } = this.#deps;
    if (!stored.isMemory) {
      this.confirm([...taps, ...refused]);
      return;
    }
    journal.delete(taps.flatMap(({ replaces }) => replaces ?? []));
    for (const { op } of taps) this.#resolve(op, this.#writes.get(op)?.isJournaled === true);
  }

  /** Removes taps from the journal that the database or the server has, also those that a killed tab left there. */
  confirm(taps: readonly Pick<Tap, 'op'>[]): void {
    const ops = taps.map(({ op }) => op);
    this.#deps.journal.delete(ops);
    for (const op of ops) this.#resolve(op, true);
  }

  /** The database was closed: journaled taps are for the next page, the others are taken back. */
  #fail(taps: readonly Tap[]): void {
    const ops = taps.map(({ op }) => op);
    const unsaved = ops.filter((op) => this.#writes.get(op)?.isJournaled === false);
    if (unsaved.length > 0) this.#deps.state.drop(new Set(unsaved));
    for (const op of unsaved) {
      this.#writes.get(op)?.reject(new StorageFailed());
      this.#writes.delete(op);
    }
    for (const op of ops) this.#resolve(op, true);
  }

  #resolve(op: Id, isStored: boolean): void {
    this.#writes.get(op)?.resolve(isStored);
    this.#writes.delete(op);
  }
}
