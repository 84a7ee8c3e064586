const LARGEST_BATCH = 64;

/** The next batch does not wait longer than this for the one before, in ms. */
const PATIENCE_MS = 50;

/** A batch does not wait longer than this for items that may follow, in ms. */
const GATHERING_MS = 4;

/**
 * Gathers items and hands them over in batches. While a batch is under way, the next items gather: the busier the store, the
 * larger its batches. One that stalls delays the others only a little. Whoever got an answer often asks again at once, so
 * the next batch waits a moment until it has as many items as there were when the last one ended; a lone item never waits.
 */
export class Batcher<Item> {
  readonly #handle: (items: readonly Item[]) => Promise<void>;
  #gathered: Item[] = [];
  #current: readonly Item[] | undefined;
  #expected = 1;
  #isStarting = false;
  #gathering: NodeJS.Timeout | undefined;

  /** `handle` must not reject. */
  constructor(handle: (items: readonly Item[]) => Promise<void>) {
    this.#handle = handle;
  }

  add(item: Item): void {
    this.#gathered.push(item);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isStarting || this.#current || this.#gathered.length === 0) return;
    if (this.#gathered.length >= this.#expected) this.#startSoon();
    else this.#gathering ??= setTimeout(() => this.#startSoon(), GATHERING_MS);
  }

  /** Starts at the end of this turn of the event loop. */
  #startSoon(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#isStarting = true;
    setImmediate(() => void this.#start());
  }

  async #start(): Promise<void> {
    const batch = this.#gathered.splice(0, LARGEST_BATCH);
    this.#isStarting = false;
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
    this.#expected = Math.min(batch.length + this.#gathered.length, LARGEST_BATCH);
    this.#schedule();
  }
}
