import { storeAttempt, storeReply } from '#client/data/device/apply-reply.ts';
import { NO_CONTACT } from '#client/data/device/household-state.ts';
import type { LocalStore } from '#client/data/device/local-store.ts';
import type { Meta, QueuedTap } from '#client/data/device/records.ts';
import { CallFailed, hasCode } from '#client/data/errors.ts';
import { type Account, PROTOCOL } from '#domain/protocol/calls.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import { OPS_PER_REQUEST, type Op, type SyncReply, type SyncRequest } from '#domain/protocol/sync.ts';
import { call } from './calls.ts';
import type { Clock } from './clock.ts';

/** The number of taps per request. */
export interface Batch {
  size: number;
}

type Post = (request: SyncRequest) => Promise<SyncReply>;

/**
 * Sends one sync request and applies its reply. Returns true if another exchange is due at once: for more changes, unsent
 * taps or the history backfill. Rejects with CallFailed, or if the storage was closed.
 */
export async function exchange(store: LocalStore, clock: Clock, batch: Batch): Promise<boolean> {
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
  state.setConnection({ ...NO_CONTACT, wasOpen: true });
  const isMore = reply.more || state.unsent.length > 0 || state.meta?.history != null;
  const hasWaited = unsent.length === 0 && state.unsent.length > 0;
  if (isMore && !hasWaited && !makesProgress(request, reply)) throw new Error('no sync progress');
  return isMore;
}

/** Builds a sync request from these taps and the device's position; `now` is steady time, in ms. */
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
 * Sends a request. One that the server rejects for good is halved (bisection) down to the one tap at fault, which is refused, so
 * it does not block the taps behind it. Returns undefined if the request must be repeated with fewer taps; otherwise rejects as
 * `post` does.
 */
async function send(batch: Batch, request: SyncRequest, post: Post): Promise<SyncReply | undefined> {
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

/** The refusal of a tap that the server can never accept; undefined for a temporary failure. */
function refusalFor(error: unknown): Refusal | undefined {
  if (!(error instanceof CallFailed)) return undefined;
  if (error.code === 'too-large') return { code: 'invalid-arguments', problem: 'long' };
  return error.code === 'invalid-request' ? { code: 'invalid-arguments' } : undefined;
}

/**
 * Notes when taps were sent without an answer, if the connection held until then: the server may have them, and after a
 * restored backup they belong between those that others sent at the time. `at`: the server's clock as known, in ms.
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
 * Fetches the pages that follow the first of a snapshot, and returns them as one reply: a phone that is interrupted starts
 * again, and never stores or shows a part. The cursor is that of the first page: the feed brings what changed meanwhile.
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
