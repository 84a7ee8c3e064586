import type { Clock } from '#client/data/clock.ts';
import { CallFailed, causeOf, hasCode, isEndedOnPurpose } from '#client/data/errors.ts';
import { storeAttempt } from '#client/data/storage/after-restore.ts';
import { storeReply } from '#client/data/storage/apply-reply.ts';
import { INITIAL_CONNECTION } from '#client/data/storage/household-state.ts';
import type { LocalStore } from '#client/data/storage/local-store.ts';
import type { Meta, QueuedTap } from '#client/data/storage/records.ts';
import { stripHousehold } from '#client/data/storage/strip-household.ts';
import { type Account, PROTOCOL } from '#domain/protocol/calls.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import { OPS_PER_REQUEST, type Op, type SyncReply, type SyncRequest } from '#domain/protocol/sync.ts';
import { call } from './http-client.ts';
import { LiveStream } from './live-client.ts';
import { SyncScheduler } from './scheduler.ts';

/** Not caused here: another tab removed the database, the account was deleted, or the session is over. */
export type Ending = 'removed' | 'account-gone' | 'session-over';

export class SyncClient {
  readonly #store: LocalStore;
  readonly #clock: Clock;
  readonly #onEnd: (ending: Ending) => void;
  readonly #scheduler: SyncScheduler;
  readonly #live: LiveStream;
  readonly #batch = { size: OPS_PER_REQUEST };

  constructor(store: LocalStore, clock: Clock, onEnd: (ending: Ending) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#scheduler = new SyncScheduler(store.environment, store.name, () => this.#syncAll());
    this.#live = new LiveStream(store, clock, this.#scheduler);
    // Only a sync shows if the clock was set.
    this.#scheduler.isLive = () => this.#live.isLive && !clock.isUncertain;
  }

  syncNow(): Promise<void> {
    return this.#scheduler.syncNow();
  }

  /** Another tab may have stored taps and closed. */
  async sendLeft(): Promise<void> {
    const { state } = this.#store;
    let isLeft = false;
    // The lock excludes what another tab is sending now.
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
    // The next attempt retries.
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

type Post = (request: SyncRequest) => Promise<SyncReply>;

/**
 * Resolves to true if another exchange is due at once. Rejects with CallFailed, or if the store was closed.
 */
async function exchange(store: LocalStore, clock: Clock, batch: { size: number }): Promise<boolean> {
  const { environment, account, state } = store;
  await store.refresh();
  const { meta } = state;
  if (!meta || store.isClosed) return false;
  // While the clock is uncertain, taps wait for a measurement of the server's clock.
  const unsent = clock.isUncertain ? [] : state.unsent.slice(0, batch.size);
  const measurement = clock.startMeasurement();
  const sentAt = clock.serverNow();
  const request = requestOf(account, meta, unsent, measurement.at, clock);
  const post: Post = (one) => call(environment, 'sync', one);
  const first = await send(batch, request, post).catch(async (error) => {
    await noteAttempt(store, request, sentAt, error);
    throw error;
  });
  if (store.isClosed) return false;
  if (!first) return true;
  clock.measure(measurement, first);
  const reply = await withAllPages(first, request, post);
  if (store.isClosed) return false;
  if (!(await storeReply(store, request, reply, clock.skew))) return true;
  state.setConnection({ ...INITIAL_CONNECTION, sessionConfirmed: true });
  const isMore = reply.more || state.unsent.length > 0 || state.meta?.history != null;
  const hasWaited = unsent.length === 0 && state.unsent.length > 0;
  if (isMore && !hasWaited && !makesProgress(request, reply)) throw new Error('no sync progress');
  return isMore;
}

/** `now` is steady time, in ms. */
function requestOf(
  { household }: Account,
  { device, cursor, epoch, history }: Meta,
  unsent: readonly QueuedTap[],
  now: number,
  clock: Clock,
): SyncRequest {
  // Taps have priority over the history backfill.
  const wantsHistory = history !== null && cursor !== null && unsent.length === 0;
  return {
    protocol: PROTOCOL,
    household,
    device,
    cursor,
    ...(epoch !== undefined && { epoch }),
    ...(wantsHistory ? { history } : {}),
    deviceNow: wireTime(now),
    ops: unsent.map((tap) => opOf(tap, clock)),
  };
}

function opOf(tap: QueuedTap, clock: Clock): Op {
  const { op, sequence, name, args, zone, sent, again } = tap;
  const common = { op, sequence, name, args, zone, ...(again && { again: {} }) };
  if (!sent || !again)
    return { ...common, tappedAt: wireTime(clock.timeOf(tap)), estimate: clock.estimateOf(tap) };
  const { tappedAt, estimate, ...first } = sent;
  return { ...common, tappedAt, ...(estimate && { estimate }), again: { sent: first } };
}

/** The protocol requires a non-negative integer. */
function wireTime(ms: number): number {
  return Math.max(0, Math.round(ms));
}

/**
 * A request rejected for good is halved down to the tap at fault, so it cannot block those behind it.
 * Undefined: repeat with fewer taps.
 */
async function send(
  batch: { size: number },
  request: SyncRequest,
  post: Post,
): Promise<SyncReply | undefined> {
  try {
    const reply = await post(request);
    batch.size = Math.min(OPS_PER_REQUEST, batch.size * 2);
    return reply;
  } catch (error) {
    const refusal = refusalFor(error);
    const [only, ...others] = request.ops;
    if (!refusal || !only) throw error;
    batch.size = Math.ceil(request.ops.length / 2);
    if (others.length > 0) return undefined;
    // The tap is at fault only if the server accepts the request without it.
    const reply = await post({ ...request, ops: [] });
    return { ...reply, outcomes: [{ op: only.op, result: 'refused', refusal }] };
  }
}

function refusalFor(error: unknown): Refusal | undefined {
  if (!(error instanceof CallFailed)) return undefined;
  if (error.code === 'too-large') return { code: 'invalid-arguments', problem: 'long' };
  return error.code === 'invalid-request' ? { code: 'invalid-arguments' } : undefined;
}

/**
 * The server may have the taps; a restored backup places them by these times. `at`: the server's clock as
 * known, in ms.
 */
async function noteAttempt(
  store: LocalStore,
  request: SyncRequest,
  at: number,
  error: unknown,
): Promise<void> {
  const isLost = hasCode(error, 'offline') && !store.state.connection.offline;
  if (isLost && request.ops.length > 0) await storeAttempt(store, request, at).catch(() => undefined);
}

/**
 * One reply: an interrupted phone never stores a partial snapshot. Keeps the first page's cursor: the feed
 * brings later changes.
 */
async function withAllPages(first: SyncReply, request: SyncRequest, post: Post): Promise<SyncReply> {
  if (first.people === undefined) return first;
  const changes = [...first.changes];
  let page = first;
  while (page.people !== undefined) {
    const next = await post({ ...request, cursor: null, ops: [], people: page.people });
    // A backup was restored meanwhile, or the server repeats itself.
    const isRestored = next.epoch !== first.epoch || next.cursor < first.cursor;
    if (isRestored || next.people === page.people) throw new Error('no sync progress');
    changes.push(...next.changes);
    page = next;
  }
  const { people: _mark, ...rest } = first;
  return { ...rest, changes, history: page.history ?? null, more: page.cursor > first.cursor };
}

/** Guards against an endless loop. */
function makesProgress({ cursor, epoch, history }: SyncRequest, reply: SyncReply): boolean {
  // A tap rejected as out of order stays queued.
  const isAnswered = reply.outcomes.some(
    (one) => one.result === 'done' || one.refusal.code !== 'out-of-order',
  );
  const isOlder = reply.history === null || reply.history?.path !== history?.path;
  if (reply.epoch !== undefined && reply.epoch !== epoch) return true;
  return isAnswered || reply.cursor > (cursor ?? -1) || (reply.history !== undefined && isOlder);
}
