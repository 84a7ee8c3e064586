import { Batch } from '#client/data/network/batch.ts';
import { Live } from '#client/data/network/live.ts';
import { Drain } from '#client/data/network/scheduler.ts';
import { landPage } from '#client/data/storage/apply-reply.ts';
import { nameOf } from '#client/data/storage/remembered-account.ts';
import type { LivePage } from '#domain/protocol/live.ts';
import { CallFailed } from './port.ts';
import { LastResort } from './storage-fallback.ts';
import { type Exchanging, exchange } from './sync-round-trip.ts';

/** What one household and its server have to say to each other: taps go out, and what others change comes in. */
export class Talk {
  readonly #parts: Exchanging;
  readonly #onAccountGone: () => void;
  readonly #drain: Drain;
  readonly #live: Live;

  /** In: also what to do where the server says that the account was deleted. */
  constructor(parts: Omit<Exchanging, 'batch' | 'lastResort'> & { onAccountGone: () => void }) {
    this.#onAccountGone = parts.onAccountGone;
    const { environment, account, copy } = parts;
    this.#parts = { ...parts, batch: new Batch(), lastResort: new LastResort(environment) };
    this.#drain = new Drain(environment, nameOf(account), () => this.#exchangeAll());
    this.#live = new Live(environment, nameOf(account), {
      cursor: () => (copy.contact.locked ? undefined : (copy.meta?.cursor ?? undefined)),
      onPage: (page) => void this.#takePage(page),
      ask: () => void this.#drain.now(),
      onSign: () => copy.noteContact({ heardAt: environment.now() }),
    });
    this.#drain.isTold = () => this.#live.isTelling;
  }

  /** Asks the server; resolves when it answered or could not be reached. */
  now(): Promise<void> {
    return this.#drain.now();
  }

  stop(): void {
    this.#drain.stop();
    this.#live.stop();
  }

  async #exchangeAll(): Promise<void> {
    try {
      while (!this.#parts.storeroom.isClosed && (await exchange(this.#parts)));
      void this.#live.follow();
    } catch (error) {
      this.#noteFailure(error);
      throw error;
    }
  }

  /** Waits for a request under way, whose reply may bring the same; taps of ours come with their outcomes alone. */
  async #takePage(page: LivePage): Promise<void> {
    let isLanded = false;
    await this.#drain
      .between(async () => {
        isLanded = await this.#parts.storeroom.landPage(landPage, page);
      })
      .catch(() => undefined);
    if (!isLanded) await this.#drain.now();
  }

  #noteFailure(error: unknown): void {
    const code = error instanceof CallFailed ? error.code : undefined;
    if (code === 'account-gone') this.#onAccountGone();
    const locked = code === 'not-signed-in' || code === 'other-household';
    if (locked) this.#live.rest();
    const mismatch = code === 'page-too-old' || code === 'page-too-new' ? code : undefined;
    this.#parts.copy.noteContact({
      failed: true,
      offline: code !== undefined && !locked && !mismatch,
      mismatch,
      ...(locked ? { locked } : {}),
    });
  }
}
