import type { Meta } from '#client/data/device/records.ts';
import { storePage } from '#client/data/device/store-reply.ts';
import { storageName } from '#client/data/device/stored-session.ts';
import { CallFailed, hasReason, isEndedOnPurpose } from '#client/data/errors.ts';
import type { HouseholdView } from '#client/data/port.ts';
import { LIVE_PATH, type LivePage } from '#domain/protocol/live.ts';
import { Batch } from './batch.ts';
import { LiveStream } from './live.ts';
import { SyncScheduler } from './scheduler.ts';
import { stripHousehold } from './strip-household.ts';
import type { SyncContext } from './sync-context.ts';
import { type RoundTripDeps, syncRoundTrip } from './sync-round-trip.ts';

/** News of the account that a sync brings from the server. */
export interface SyncEvents {
  /** The account was deleted. */
  onAccountGone(): void;
  /** The session is over, and the server may not know why. */
  onSessionOver(): void;
}

/** Syncs one household: sends queued taps, receives remote changes. */
export class SyncClient {
  readonly #deps: RoundTripDeps;
  readonly #events: SyncEvents;
  readonly #scheduler: SyncScheduler;
  readonly #live: LiveStream;

  constructor(deps: SyncContext & SyncEvents) {
    this.#events = deps;
    const { environment, account, state, clock } = deps;
    this.#deps = { ...deps, batch: new Batch() };
    this.#scheduler = new SyncScheduler(environment, storageName(account), () => this.#syncAll());
    this.#live = new LiveStream(environment, storageName(account), {
      address: () => (state.connection.locked || !state.meta ? undefined : streamAddress(state.meta)),
      onPage: (page) => void this.#applyPage(page),
      syncNow: () => void this.#scheduler.syncNow(),
      onHeartbeat: () => state.setConnection({ heartbeatAt: clock.serverNow() }),
    });
    // Only a sync tells if the clock was set.
    this.#scheduler.isLive = () => this.#live.isLive && !clock.isUncertain;
  }

  /** Resolves when the server has answered or could not be reached. */
  syncNow(): Promise<void> {
    return this.#scheduler.syncNow();
  }

  /** Sends what another tab stored and left unsent; asks the server nothing if there is nothing. */
  async sendLeft(): Promise<void> {
    const { store, state } = this.#deps;
    let isLeft = false;
    // The lock: what another tab is sending now is not left.
    await this.#scheduler.runExclusive(async () => {
      await store.refresh();
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
      while (!this.#deps.store.isClosed && (await syncRoundTrip(this.#deps)));
      void this.#live.connect();
    } catch (error) {
      await this.#handleFailure(error);
      throw error;
    }
  }

  /** Waits for a running request, whose reply may bring the same changes; syncs if the page cannot be applied. */
  async #applyPage(page: LivePage): Promise<void> {
    let isApplied = false;
    await this.#scheduler
      .runExclusive(async () => {
        isApplied = await storePage(this.#deps.store, page, this.#deps.clock.skew);
      })
      .catch(() => undefined);
    if (!isApplied) await this.#scheduler.syncNow();
  }

  async #handleFailure(error: unknown): Promise<void> {
    const code = error instanceof CallFailed ? error.code : undefined;
    if (code === 'account-gone') this.#events.onAccountGone();
    // If storage fails, the next attempt tries again.
    if (isEndedOnPurpose(error)) await stripHousehold(this.#deps).catch(() => undefined);
    else if (code === 'not-signed-in' && !this.#deps.state.connection.locked) this.#events.onSessionOver();
    const locked = code === 'not-signed-in' || code === 'other-household';
    if (locked) this.#live.disconnect();
    const throttled = code === 'too-many-requests';
    const mismatch = code === 'page-too-old' || code === 'page-too-new' ? code : undefined;
    this.#deps.state.setConnection({
      failed: true,
      offline: code !== undefined && !locked && !mismatch && !throttled,
      cause: causeOf(error),
      throttled,
      mismatch,
      intercepted: hasReason(error, 'intercepted'),
      ...(locked ? { locked } : {}),
    });
  }
}

/** The cause of a failed exchange, for the words of a first load that failed. */
function causeOf(error: unknown): HouseholdView['cause'] {
  const isNetwork = error instanceof CallFailed && error.code === 'offline' && error.reason !== 'gateway';
  return isNetwork ? 'network' : 'server';
}

/** The address of a live stream from a cursor on; undefined without one. */
function streamAddress({ cursor, epoch }: Pick<Meta, 'cursor' | 'epoch'>): string | undefined {
  if (cursor === null) return undefined;
  return `${LIVE_PATH}?cursor=${cursor}${epoch === undefined ? '' : `&epoch=${epoch}`}`;
}
