import { storeAttempt, storeReply } from '#client/data/device/store-reply.ts';
import { hasCode } from '#client/data/errors.ts';
import type { SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import type { Batch } from './batch.ts';
import { call } from './calls.ts';
import { withAllPages } from './snapshot-pages.ts';
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
}

/**
 * Sends one sync request and applies its reply. Returns true if another round trip is due at once: for more changes,
 * unsent taps or the history backfill. Rejects with CallFailed, or if the storage was closed.
 */
export async function syncRoundTrip(deps: RoundTripDeps): Promise<boolean> {
  const { environment, account, state, store, batch, clock } = deps;
  await store.refresh();
  const { meta } = state;
  if (!meta || store.isClosed) return false;
  // While the clock is uncertain, taps wait for a measurement of the server's clock.
  const unsent = clock.isUncertain ? [] : state.unsent.slice(0, batch.size);
  const measurement = clock.startMeasurement();
  const sentAt = clock.serverNow();
  const request = syncRequest(account, meta, unsent, measurement.at, clock);
  const post = (one: SyncRequest) => call(environment, 'sync', one);
  const first = await batch.send(request, post).catch(async (error) => {
    await noteAttempt(deps, request, sentAt, error);
    throw error;
  });
  if (store.isClosed) return false;
  if (!first) return true;
  clock.measure(measurement, first);
  const reply = await withAllPages(first, request, post);
  if (store.isClosed) return false;
  if (!(await storeReply(store, request, reply, clock.skew))) return true;
  state.setConnection({ ...OPEN, wasOpen: true });
  const isMore = reply.more || state.unsent.length > 0 || state.meta?.history != null;
  const hasWaited = unsent.length === 0 && state.unsent.length > 0;
  if (isMore && !hasWaited && !makesProgress(request, reply)) throw new Error('no sync progress');
  return isMore;
}

/**
 * Notes when taps were sent without an answer, if the connection held until then: the server may have them, and after a
 * restored backup they belong between those that others sent at the time. `at`: the server's clock as known, in ms.
 */
async function noteAttempt(
  { state, store }: RoundTripDeps,
  request: SyncRequest,
  at: number,
  error: unknown,
): Promise<void> {
  if (!hasCode(error, 'offline') || state.connection.offline || request.ops.length === 0) return;
  await store.runTask((stored) => storeAttempt(stored, request, at)).catch(() => undefined);
}

/** Guards against an endless loop: there must be an outcome, another epoch, a higher cursor or another page of history. */
function makesProgress({ cursor, epoch, history }: SyncRequest, reply: SyncReply): boolean {
  // A tap rejected as out of order stays queued, which is no progress.
  const isAnswered = reply.outcomes.some(
    (one) => one.result === 'done' || one.refusal.code !== 'out-of-order',
  );
  const isOlder = reply.history === null || reply.history?.path !== history?.path;
  if (reply.epoch !== undefined && reply.epoch !== epoch) return true;
  return isAnswered || reply.cursor > (cursor ?? -1) || (reply.history !== undefined && isOlder);
}
