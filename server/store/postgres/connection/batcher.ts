const LARGEST_BATCH = 64;

/** Longest wait for the batch before, in ms. */
const PATIENCE_MS = 50;

/** Longest wait for further items, in ms. */
const GATHERING_MS = 4;

/**
 * Items gather while a batch runs. Callers often call again at once, so the next batch briefly waits for as
 * many items; a lone item never waits.
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

  /** At the end of this turn of the event loop. */
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

  #leave(batch: readonly Item[]): void {
    if (this.#current !== batch) return;
    this.#current = undefined;
    this.#expected = Math.min(batch.length + this.#gathered.length, LARGEST_BATCH);
    this.#schedule();
  }
}
