import type { Environment } from '#client/data/environment.ts';
import type { HouseholdState } from '#client/data/tap/household-state.ts';
import { makeId } from '#domain/ids.ts';
import type { Database, Work } from './database.ts';
import { memoryStores } from './memory-stores.ts';
import { type LeftState, writeBack } from './write-back.ts';

/**
 * The household's database, and the page's memory in its place from the first failure until a write succeeds. The same work
 * runs on both, so that everything goes on: taps are sent from memory, and stay in the journal until the server or
 * the database has them; replies are applied and shown.
 */
export class StorageFallback {
  readonly #database: Database;
  readonly #state: HouseholdState;
  readonly #random: Environment['random'];
  /** Set while memory stands in. */
  #left: LeftState | undefined;

  constructor(database: Database, state: HouseholdState, { random }: Pick<Environment, 'random'>) {
    this.#database = database;
    this.#state = state;
    this.#random = random;
  }

  /** True while what is written is in memory only. */
  get isMemory(): boolean {
    return this.#left !== undefined;
  }

  /** Rejects only if the database was closed, or as the work does. */
  read<T>(work: Work<T>): Promise<T> {
    return this.#run(() => this.#database.read(work), work);
  }

  write<T>(durability: 'strict' | 'relaxed', work: Work<T>): Promise<T> {
    return this.#run(() => this.#database.write(durability, work), work);
  }

  /** Writes what happened in memory to the database, if that works again. */
  async recover(): Promise<void> {
    if (!this.#left) return;
    try {
      const written = await writeBack(this.#database, this.#state, this.#left);
      this.#left = undefined;
      if (written) this.#state.meta = written;
    } catch {
      // It still fails; the next round tries again.
    }
  }

  async #run<T>(onDisk: () => Promise<T>, work: Work<T>): Promise<T> {
    if (!this.#left) {
      try {
        return await onDisk();
      } catch (error) {
        if (this.#database.isClosed) throw error;
        this.#leave();
      }
    }
    return work(memoryStores(this.#state));
  }

  #leave(): void {
    const { meta, outbox, refused } = this.#state;
    this.#left = { meta, ops: new Set([...outbox, ...refused].map(({ op }) => op)) };
    // Taps are numbered under another device id: the stored one goes on from its own last sequence.
    if (meta) this.#state.meta = { ...meta, device: makeId(this.#random(16)) };
  }
}
