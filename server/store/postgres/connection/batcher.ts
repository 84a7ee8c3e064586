const LARGEST_BATCH = 64;

/** Longest wait for the batch before, in ms. */
const PATIENCE_MS = 50;

/** Longest wait for further items, in ms. */
const GATHERING_MS = 4;

/**
 * Items gather while a batch runs. Callers often call again at once, so the next batch briefly waits for as
 * many items; a lone item never waits. `handle` must not reject.
 */
export function batcher<Item>(handle: (items: readonly Item[]) => Promise<void>) {
  const gathered: Item[] = [];
  let current: readonly Item[] | undefined;
  let expected = 1;
  let isStarting = false;
  let gathering: NodeJS.Timeout | undefined;

  function schedule(): void {
    if (isStarting || current || gathered.length === 0) return;
    if (gathered.length >= expected) startSoon();
    else gathering ??= setTimeout(startSoon, GATHERING_MS);
  }

  /** At the end of this turn of the event loop. */
  function startSoon(): void {
    clearTimeout(gathering);
    gathering = undefined;
    isStarting = true;
    setImmediate(() => void start());
  }

  async function start(): Promise<void> {
    const batch = gathered.splice(0, LARGEST_BATCH);
    isStarting = false;
    current = batch;
    const timer = setTimeout(() => leave(batch), PATIENCE_MS);
    await handle(batch);
    clearTimeout(timer);
    leave(batch);
  }

  function leave(batch: readonly Item[]): void {
    if (current !== batch) return;
    current = undefined;
    expected = Math.min(batch.length + gathered.length, LARGEST_BATCH);
    schedule();
  }

  return {
    add(item: Item): void {
      gathered.push(item);
      schedule();
    },
  };
}
