import { stripHousehold } from '#client/data/device/apply-reply.ts';
import type { LocalStore } from '#client/data/device/local-store.ts';
import { CallFailed, causeOf, isEndedOnPurpose } from '#client/data/errors.ts';
import { OPS_PER_REQUEST } from '#domain/protocol/sync.ts';
import type { Clock } from './clock.ts';
import { type Batch, exchange } from './exchange.ts';
import { LiveStream } from './live.ts';
import { SyncScheduler } from './scheduler.ts';

/**
 * The end of an open household that did not come from here: another tab removed its database, the account was deleted, or the
 * session is over and the server may not know why.
 */
export type Ending = 'removed' | 'account-gone' | 'session-over';

/** Syncs one household: sends queued taps, receives remote changes. */
export class SyncClient {
  readonly #store: LocalStore;
  readonly #clock: Clock;
  readonly #onEnd: (ending: Ending) => void;
  readonly #scheduler: SyncScheduler;
  readonly #live: LiveStream;
  readonly #batch: Batch = { size: OPS_PER_REQUEST };

  constructor(store: LocalStore, clock: Clock, onEnd: (ending: Ending) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#scheduler = new SyncScheduler(store.environment, store.name, () => this.#syncAll());
    this.#live = new LiveStream(store, clock, this.#scheduler);
    // Only a sync tells if the clock was set.
    this.#scheduler.isLive = () => this.#live.isLive && !clock.isUncertain;
  }

  /** Resolves when the server has answered or could not be reached. */
  syncNow(): Promise<void> {
    return this.#scheduler.syncNow();
  }

  /** Sends what another tab stored and left unsent; asks the server nothing if there is nothing. */
  async sendLeft(): Promise<void> {
    const { state } = this.#store;
    let isLeft = false;
    // The lock: what another tab is sending now is not left.
    await this.#scheduler.runExclusive(async () => {
      await this.#store.refresh();
      isLeft = state.unsent.length > 0 && !state.connection.locked;
    });
    if (isLeft) await this.#scheduler.syncNow();
  }

  stop(): void {
    this.#scheduler.stop();
    this.#live.stop();
  }

  async #syncAll(): Promise<void> {
    try {
      while (!this.#store.isClosed && (await exchange(this.#store, this.#clock, this.#batch)));
      void this.#live.connect();
    } catch (error) {
      await this.#handleFailure(error);
      throw error;
    }
  }

  async #handleFailure(error: unknown): Promise<void> {
    const { state } = this.#store;
    const code = error instanceof CallFailed ? error.code : undefined;
    if (code === 'account-gone') this.#onEnd('account-gone');
    // If storage fails, the next attempt tries again.
    if (isEndedOnPurpose(error)) await stripHousehold(this.#store).catch(() => undefined);
    else if (code === 'not-signed-in' && !state.connection.locked) this.#onEnd('session-over');
    const locked = code === 'not-signed-in' || code === 'other-household';
    if (locked) this.#live.disconnect();
    const throttled = code === 'too-many-requests';
    const mismatch = code === 'page-too-old' || code === 'page-too-new' ? code : undefined;
    const cause = causeOf(error);
    state.setConnection({
      failed: true,
      offline: code !== undefined && !locked && !mismatch && !throttled,
      cause: cause === 'server' ? 'server' : 'network',
      throttled,
      mismatch,
      intercepted: cause === 'intercepted',
      ...(locked ? { locked } : {}),
    });
  }
}
