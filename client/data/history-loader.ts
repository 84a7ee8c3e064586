import type { Turns } from '#client/data/lib/serial-queue.ts';
import type { Copy } from '#client/data/state/state.ts';
import type { Database } from '#client/data/storage/database.ts';
import { readOlder } from '#client/data/storage/read-stored.ts';

/** Brings the closed visits from the device into memory, page by page; taps and replies take their turns between. */
export class Older {
  readonly #copy: Copy;
  readonly #database: Database;
  readonly #turns: Turns;
  #isReading = false;

  constructor(copy: Copy, database: Database, turns: Turns) {
    this.#copy = copy;
    this.#database = database;
    this.#turns = turns;
  }

  /** Never rejects: where storage fails, the next call goes on. */
  async read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#copy.older) await this.#turns(() => this.#readPage());
    } catch {
      // The copy knows how far it came.
    } finally {
      this.#isReading = false;
    }
  }

  /** A snapshot that landed meanwhile has left nothing to read. */
  async #readPage(): Promise<void> {
    if (!this.#copy.older) return;
    this.#copy.takeOlder(await readOlder(this.#database, this.#copy.older.after));
  }
}
