import type { Outcome } from '#domain/protocol/sync.ts';
import { asUnsent } from './acknowledged.ts';
import type { AppliedReply, IncomingReply } from './incoming-reply.ts';
import type { Stores } from './object-stores.ts';
import { type Meta, OFFLINE_MS, type QueuedTap, type RefusedTap, toRefused } from './records.ts';

/**
 * A phone restored from a backup reuses old sequences, which the server rejects as out of order. Its taps stay queued
 * and are sent again under a new device id; the server recognizes duplicates by op id.
 */
export function renewedDevice(incoming: IncomingReply): Partial<Meta> {
  const isUsedUp = incoming.outbox.some((queued) => mustResend(queued, incoming));
  return isUsedUp ? { device: incoming.nextDevice } : {};
}

/** An older tap is not resent: the server may have deleted its record of the op. */
function mustResend({ op, tappedAt }: QueuedTap, { reply, receivedAt }: IncomingReply): boolean {
  const outcome = reply.outcomes.find((one) => one.op === op);
  const isOutOfOrder = outcome?.result === 'refused' && outcome.refusal.code === 'out-of-order';
  return isOutOfOrder && receivedAt - tappedAt < OFFLINE_MS;
}

type Done = Outcome & { result: 'done' };

/** Removes the taps whose effect is stored and returns them, moves refused ones to the refused list, and keeps the rest. */
export function updateOutbox(
  stores: Stores,
  incoming: IncomingReply,
): Pick<AppliedReply, 'outbox' | 'refused'> & { acknowledged: QueuedTap[] } {
  const { outbox, reply } = incoming;
  const outcomes = new Map(reply.outcomes.map((outcome) => [outcome.op, outcome]));
  for (const queued of outbox) if (mustResend(queued, incoming)) outcomes.delete(queued.op);
  const refused: RefusedTap[] = [];
  const acknowledged: QueuedTap[] = [];
  const kept: QueuedTap[] = [];
  for (const queued of outbox) {
    const outcome = outcomes.get(queued.op);
    const waiting = outcome?.result === 'refused' ? undefined : remaining(queued, outcome, incoming);
    if (waiting && waiting !== queued) stores.outbox.put(waiting);
    if (waiting) kept.push(waiting);
    else {
      stores.outbox.delete(queued.sequence);
      if (outcome?.result === 'refused') refused.push(toRefused(queued, outcome));
      else acknowledged.push(answered(queued, incoming, outcome));
    }
  }
  for (const one of refused) stores.refused.put(one);
  return { outbox: kept, refused, acknowledged };
}

/** A tap that was done, with the times of the request by which the server placed it, and the version. */
function answered(
  { again, ...queued }: QueuedTap,
  incoming: IncomingReply,
  done: Done | undefined,
): QueuedTap {
  const times = incoming.sent.get(queued.op);
  const isPlaced = queued.sent !== undefined && (again || !times);
  const sent = isPlaced ? queued.sent : times && done && firstTimes(times, done);
  return { ...queued, ...(sent && { sent }), ...(done?.dormant && { dormant: true }) };
}

/** The times of a request, moved back to the one that the server answered first. */
function firstTimes(times: NonNullable<QueuedTap['sent']>, { version, receivedAt }: Done): QueuedTap['sent'] {
  const later = receivedAt === undefined ? 0 : Math.max(0, times.receivedAt - receivedAt);
  return {
    ...times,
    deviceNow: Math.max(0, times.deviceNow - later),
    receivedAt: times.receivedAt - later,
    version,
  };
}

/** The outbox entry of a tap that was done at a version; undefined once that version is stored. */
function remaining(
  queued: QueuedTap,
  outcome: Done | undefined,
  incoming: IncomingReply,
): QueuedTap | undefined {
  const { cursor, reset } = incoming.reply;
  const done = outcome?.version;
  const version = done ?? queued.settled;
  if (version === undefined) return queued;
  if (version <= cursor) return undefined;
  // The snapshot is older than the version: the server was restored from a backup, so the tap is sent again.
  if (done === undefined && reset) return asUnsent(queued);
  return { ...answered(queued, incoming, outcome), settled: version };
}
