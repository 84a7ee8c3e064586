import type { Id } from '#domain/ids.ts';
import { RESTORE_DAYS } from '#domain/limits.ts';
import type { SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import { DAY_MS } from '#domain/time.ts';
import type { WritableData } from './household-storage.ts';
import type { LocalStore } from './local-store.ts';
import { type AckedSummary, asUnsent, bySequence, type Meta, type QueuedTap, timesOf } from './records.ts';

const KEEP_MS = RESTORE_DAYS * DAY_MS;
const MOST_TAPS = 4000;
const LARGEST_SIZE = 2_000_000;

const sizeOf = (tap: QueuedTap) => JSON.stringify(tap).length;
const none = (now: number): AckedSummary => ({ count: 0, size: 0, purgedAt: now });

type EpochReply = Pick<SyncReply, 'cursor' | 'epoch' | 'restored'>;

export function isOtherEpoch({ epoch: now }: EpochReply, epoch: Id | undefined): boolean {
  return epoch !== undefined && (now ?? epoch) !== epoch;
}

/** Set if the restored backup lacks documents this phone knew. */
export function lackedBy(reply: EpochReply, { epoch, cursor }: Meta): Meta['restored'] {
  if (!isOtherEpoch(reply, epoch) || reply.cursor >= (cursor ?? 0)) return undefined;
  const { from } = reply.restored ?? {};
  return from === undefined ? {} : { from };
}

/** The new epoch has none of them. `now`: the server's clock, in ms. */
export async function queueAgain(stored: WritableData, queued: readonly QueuedTap[], now: number) {
  const { taps } = await takeAcked(stored, now, () => true);
  const all = [...taps, ...queued.map(asUnsent)].sort(bySequence);
  // A tap left in a journal was sent twice, and saved twice.
  const seen = new Set<Id>();
  const outbox = placeUnanswered(all.filter(({ op }) => !seen.has(op) && seen.add(op)));
  for (const { sequence } of queued) stored.deleteQueued(sequence);
  for (const tap of outbox) stored.putQueued(tap);
  return { outbox, refused: [], changed: { kept: undefined } };
}

/** Places them after this device's taps that were answered earlier; `taps` in device order. */
function placeUnanswered(taps: readonly QueuedTap[]): QueuedTap[] {
  let known = 0;
  return taps.map((tap) => {
    const { sent } = tap;
    if (!sent) return tap;
    known = Math.max(known, sent.receivedAt, sent.version ?? 0);
    return { ...tap, sent: { ...sent, version: known } };
  });
}

/** Saves what a restored backup may lack; `resent` waits for an outcome again. */
export async function saveAcked(
  stored: WritableData,
  before: AckedSummary | undefined,
  taps: readonly QueuedTap[],
  { reply, serverNow }: { reply: EpochReply; serverNow?: number },
): Promise<{ kept: AckedSummary | undefined; resent: QueuedTap[] }> {
  const now = serverNow ?? Math.max(0, ...taps.map(({ sent }) => sent?.receivedAt ?? 0));
  const kept = taps.length > 0 ? await addAcked(stored, before, taps, now) : before;
  // No phone is awaited any more: resend dormant taps for the last time, and list refusals.
  const isOver = serverNow !== undefined && reply.restored === undefined;
  if (!isOver || !kept?.dormant) return { kept, resent: [] };
  const { taps: resent, left } = await takeAcked(stored, now, ({ dormant }) => dormant === true);
  for (const tap of resent) stored.putQueued(tap);
  return { kept: left, resent };
}

/** `now`: the server's clock, in ms. */
async function addAcked(
  stored: WritableData,
  before: AckedSummary | undefined,
  taps: readonly QueuedTap[],
  now: number,
): Promise<AckedSummary> {
  for (const tap of taps) stored.putAcked(tap);
  const kept = sumOf(taps, before ?? none(now));
  const isFull = kept.count > MOST_TAPS || kept.size > LARGEST_SIZE;
  return isFull || Math.abs(now - kept.purgedAt) > DAY_MS ? purge(stored, now) : kept;
}

/** If there are too many, deletes down to three quarters, so that it rarely runs. */
async function purge(stored: WritableData, now: number): Promise<AckedSummary> {
  let [count, size] = [0, 0];
  const { left } = await takeAcked(stored, now, (tap) => {
    count += 1;
    size += sizeOf(tap);
    return !isKept(tap, now) || count > 0.75 * MOST_TAPS || size > 0.75 * LARGEST_SIZE;
  });
  return left;
}

function sumOf(taps: readonly QueuedTap[], before: AckedSummary): AckedSummary {
  const dormant = (before.dormant ?? 0) + taps.filter((tap) => tap.dormant).length;
  const size = taps.reduce((sum, tap) => sum + sizeOf(tap), before.size);
  return { ...before, count: before.count + taps.length, size, ...(dormant > 0 && { dormant }) };
}

/**
 * Removes the taps to resend; `isWanted` is called newest first, the result is in the server's order. `now`:
 * the server's clock, in ms.
 */
async function takeAcked(
  stored: WritableData,
  now: number,
  isWanted: (tap: QueuedTap) => boolean,
): Promise<{ taps: QueuedTap[]; left: AckedSummary }> {
  const all = await stored.acked();
  const [taken, left]: [QueuedTap[], QueuedTap[]] = [[], []];
  for (const tap of all.reverse()) (isWanted(tap) ? taken : left).push(tap);
  for (const tap of taken) stored.deleteAcked(tap);
  const taps = taken.filter((tap) => isKept(tap, now)).reverse();
  return { taps: taps.map(asUnsent), left: sumOf(left, none(now)) };
}

/** A dormant tap stays until the server decides it for good. */
function isKept({ sent, dormant }: QueuedTap, now: number): boolean {
  return sent !== undefined && (dormant === true || now - sent.receivedAt < KEEP_MS);
}

/**
 * Stores the request's times with the taps sent for the first time. `receivedAt`: the server's clock as
 * known, in ms.
 */
export function storeAttempt(
  store: LocalStore,
  { deviceNow, ops, cursor }: SyncRequest,
  receivedAt: number,
): Promise<void> {
  const { state, storage } = store;
  const times = new Map(
    ops.map((op) => [op.op, { ...timesOf(op, deviceNow, receivedAt), version: (cursor ?? 0) + 1 }]),
  );
  return store.runTask(async () => {
    const tried = state.outbox.flatMap((tap) => {
      const sent = tap.sent || tap.settled !== undefined ? undefined : times.get(tap.op);
      return sent ? [{ ...tap, sent }] : [];
    });
    if (tried.length > 0) await storage.write('relaxed', (stored) => putSent(stored, tried));
    state.applyQueued(tried);
  });
}

async function putSent(stored: WritableData, taps: readonly QueuedTap[]): Promise<void> {
  for (const { op, sent } of taps) {
    const queued = await stored.queued(op);
    // A page that ran from memory may have given the tap another sequence.
    if (queued && sent) stored.putQueued({ ...queued, sent });
  }
}
