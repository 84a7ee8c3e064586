import type { Batch } from '#client/data/network/batch.ts';
import { call } from '#client/data/network/calls.ts';
import { withAllPages } from '#client/data/network/snapshot-pages.ts';
import { dueTaps } from '#client/data/storage/due-taps.ts';
import type { SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import type { StorageFallback } from './storage-fallback.ts';
import { storeReply } from './store-reply.ts';
import type { SyncContext } from './sync-context.ts';
import { syncRequest } from './sync-request.ts';

/** The connection after the server has accepted a request. */
const OPEN = {
  ...{ locked: false, ended: false, offline: false, failed: false, throttled: false },
  mismatch: undefined,
  intercepted: false,
} as const;

export interface RoundTripDeps extends SyncContext {
  batch: Batch;
  fallback: StorageFallback;
}

/**
 * Sends one sync request and applies its reply. Returns true if another round trip is due at once: for more changes,
 * unsent taps or the history backfill. Rejects with CallFailed, or with the error of the storage.
 */
export async function syncRoundTrip(deps: RoundTripDeps): Promise<boolean> {
  const { environment, account, state, store, batch, clock, fallback } = deps;
  try {
    await store.refresh();
    fallback.reset();
  } catch (error) {
    if (store.isClosed || !fallback.countFailure()) throw error;
    return fallback.send(deps);
  }
  const { meta } = state;
  if (!meta || store.isClosed) return false;
  // While the clock is uncertain, taps wait for a measurement of the server's clock.
  const due = () => dueTaps(state.outbox, state.meta, clock.serverNow());
  const unsent = clock.isUncertain ? [] : due().slice(0, batch.size);
  const measurement = clock.startMeasurement();
  const request = syncRequest(account, meta, unsent, measurement.at, clock);
  const post = (one: SyncRequest) => call(environment, 'sync', one);
  const first = await batch.send(request, post);
  if (store.isClosed) return false;
  if (!first) return true;
  clock.measure(measurement, first);
  const reply = await withAllPages(first, request, post);
  if (store.isClosed) return false;
  if (!(await storeReply(store, request, reply, clock.skew))) return true;
  state.setConnection({ ...OPEN, wasOpen: true });
  const isMore = reply.more || due().length > 0 || state.meta?.history != null;
  const hasWaited = unsent.length === 0 && due().length > 0;
  if (isMore && !hasWaited && !makesProgress(request, reply)) throw new Error('no sync progress');
  return isMore;
}

/** Guards against an endless loop: there must be an outcome, another epoch, a higher cursor or another page of history. */
function makesProgress({ cursor, epoch, history }: SyncRequest, reply: SyncReply): boolean {
  // A tap rejected as out of order stays queued, which is no progress.
  const isAnswered = reply.outcomes.some(
    (one) => one.result === 'done' || one.refusal.code !== 'out-of-order',
  );
  const isOlder = reply.history === null || reply.history?.path !== history?.path;
  if ((reply.epoch !== undefined && reply.epoch !== epoch) || reply.held !== undefined) return true;
  return isAnswered || reply.cursor > (cursor ?? -1) || (reply.history !== undefined && isOlder);
}
