const LARGEST_BATCH = 64;

/** The next batch does not wait longer than this for the one before, in ms. */
const PATIENCE_MS = 50;

/**
 * Gathers the items of a turn of the event loop and hands them over as one batch. While a batch is under way, the next items
 * gather: the busier the store, the larger its batches. One that stalls delays the others only a little.
 */
export class Batcher<Item> {
  readonly #handle: (items: readonly Item[]) => Promise<void>;
  #gathered: Item[] = [];
  #current: readonly Item[] | undefined;
  #isScheduled = false;

  /** `handle` must not reject. */
  constructor(handle: (items: readonly Item[]) => Promise<void>) {
    this.#handle = handle;
  }

  add(item: Item): void {
    this.#gathered.push(item);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#current || this.#gathered.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => void this.#start());
  }

  async #start(): Promise<void> {
    const batch = this.#gathered.splice(0, LARGEST_BATCH);
    this.#isScheduled = false;
    this.#current = batch;
    const timer = setTimeout(() => this.#leave(batch), PATIENCE_MS);
    await this.#handle(batch);
    clearTimeout(timer);
    this.#leave(batch);
  }

  /** Lets the next batch start. */
  #leave(batch: readonly Item[]): void {
    if (this.#current !== batch) return;
    this.#current = undefined;
    this.#schedule();
  }
}
