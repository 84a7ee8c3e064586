import type { SerialQueue } from '#client/data/serial-queue.ts';
import type { HouseholdState } from '#client/data/tap/household-state.ts';
import type { Database } from './database.ts';
import { readHistoryPage } from './read-stored.ts';

/** Loads the closed visits from the database into memory, page by page; taps and replies run in between. */
export class HistoryLoader {
  readonly #state: HouseholdState;
  readonly #database: Database;
  readonly #enqueue: SerialQueue;
  #isLoading = false;

  constructor(state: HouseholdState, database: Database, enqueue: SerialQueue) {
    this.#state = state;
    this.#database = database;
    this.#enqueue = enqueue;
  }

  /** Never rejects: after a storage failure the next call continues. */
  async load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      while (this.#state.historyPosition) await this.#enqueue(() => this.#loadPage());
    } catch {
      // The state keeps the position.
    } finally {
      this.#isLoading = false;
    }
  }

  /** Does nothing if a snapshot was applied meanwhile, which contains everything. */
  async #loadPage(): Promise<void> {
    if (!this.#state.historyPosition) return;
    this.#state.applyHistory(await readHistoryPage(this.#database, this.#state.historyPosition.after));
  }
}
