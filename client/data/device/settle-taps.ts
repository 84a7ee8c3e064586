import type { Id } from '#domain/ids.ts';
import type { Outcome, SyncReply } from '#domain/protocol/sync.ts';
import { asUnsent, keep, takeKept } from './acknowledged.ts';
import type { Stores } from './object-stores.ts';
import {
  bySequence,
  type Meta,
  OFFLINE_MS,
  type QueuedTap,
  type RefusedTap,
  type SentTimes,
  type StoredState,
  toRefused,
} from './records.ts';
import type { Replica } from './replica.ts';

/** A reply from the server, or a page of the live stream, with the tab's state when it is stored. */
export interface IncomingReply {
  meta: Meta;
  replica: Replica;
  outbox: readonly QueuedTap[];
  reply: StoredReply;
  /** The times of the request by op, in ms; empty if the reply is a page of the live stream. */
  sent: ReadonlyMap<Id, SentTimes>;
  /** The server's clock minus the device's, in ms. */
  skew: number;
  /** The server's clock, in ms; a page of the live stream does not tell it. */
  serverNow?: number;
  /** The device's clock when the reply arrived, in ms. */
  receivedAt: number;
  /** The new device id, if the present one turns out to be unusable. */
  nextDevice: Id;
}

/** The part of a sync reply that is stored. */
export type StoredReply = Pick<
  SyncReply,
  'outcomes' | 'changes' | 'cursor' | 'epoch' | 'restored' | 'reset' | 'history'
>;

/** True if the reply is of another epoch: a backup was restored since. */
export function isOtherEpoch({ epoch: now }: StoredReply, epoch: Id | undefined): boolean {
  return epoch !== undefined && (now ?? epoch) !== epoch;
}

/** The taps after a reply, and what it changes of the metadata. */
interface Settled extends Pick<StoredState, 'outbox' | 'refused'> {
  changed: Pick<Meta, 'kept'> & Partial<Pick<Meta, 'device'>>;
}

/** Stores the outcomes, and keeps the taps that the server has stored. Under another epoch all are queued again. */
export async function settle(
  stores: Stores,
  { epoch, kept }: Meta,
  incoming: IncomingReply,
): Promise<Settled> {
  const { reply, serverNow, receivedAt, nextDevice } = incoming;
  if (isOtherEpoch(reply, epoch)) return queueAgain(stores, incoming.outbox, serverNow ?? receivedAt);
  const { outbox, refused, acknowledged, isUsedUp } = updateOutbox(stores, incoming);
  const now = serverNow ?? Math.max(0, ...acknowledged.map(({ sent }) => sent?.receivedAt ?? 0));
  const sum = acknowledged.length > 0 ? await keep(stores, kept, acknowledged, now) : kept;
  const device = isUsedUp ? { device: nextDevice } : {};
  // No phone is waited for any more: dormant taps are sent for the last time, and what is refused now is listed.
  const isOver = serverNow !== undefined && reply.restored === undefined;
  if (!isOver || !sum?.dormant) return { outbox, refused, changed: { kept: sum, ...device } };
  const { taps, left } = await takeKept(stores, now, ({ dormant }) => dormant === true);
  for (const tap of taps) stores.outbox.put(tap);
  return { outbox: [...outbox, ...taps].sort(bySequence), refused, changed: { kept: left, ...device } };
}

/**
 * Queues all taps of another epoch in the device's order: the server has taken none of them in this one. `now` is the
 * server's clock, in ms.
 */
async function queueAgain(stores: Stores, queued: readonly QueuedTap[], now: number): Promise<Settled> {
  const { taps } = await takeKept(stores, now, () => true);
  const all = [...taps, ...queued.map(asUnsent)].sort(bySequence);
  // A tap of which a journal still knew was sent twice, and kept twice.
  const seen = new Set<Id>();
  const outbox = placeUnanswered(all.filter(({ op }) => !seen.has(op) && seen.add(op)));
  for (const { sequence } of queued) stores.outbox.delete(sequence);
  for (const tap of outbox) stores.outbox.put(tap);
  return { outbox, refused: [], changed: { kept: undefined } };
}

/**
 * Gives taps that were sent without an answer their place: after those of this device that were answered before them. `taps`
 * in the device's order.
 */
function placeUnanswered(taps: readonly QueuedTap[]): QueuedTap[] {
  let known = 0;
  return taps.map((tap) => {
    const { sent } = tap;
    if (!sent) return tap;
    known = Math.max(known, sent.receivedAt, sent.version ?? 0);
    return { ...tap, sent: { ...sent, version: known } };
  });
}

type Done = Outcome & { result: 'done' };

/**
 * Removes the taps whose effect is stored and returns them, moves refused ones to the refused list, and keeps the rest.
 * `isUsedUp`: a phone restored from a backup reuses old sequences, which the server rejects as out of order. Its taps stay
 * queued and are sent again under a new device id; the server recognizes duplicates by op id.
 */
function updateOutbox(stores: Stores, incoming: IncomingReply) {
  const outcomes = new Map(incoming.reply.outcomes.map((outcome) => [outcome.op, outcome]));
  const refused: RefusedTap[] = [];
  const acknowledged: QueuedTap[] = [];
  const outbox: QueuedTap[] = [];
  let isUsedUp = false;
  for (const queued of incoming.outbox) {
    const known = outcomes.get(queued.op);
    const isResent = mustResend(queued, known, incoming);
    isUsedUp ||= isResent;
    const outcome = isResent ? undefined : known;
    const waiting = outcome?.result === 'refused' ? undefined : remaining(queued, outcome, incoming);
    if (waiting && waiting !== queued) stores.outbox.put(waiting);
    if (waiting) outbox.push(waiting);
    else {
      stores.outbox.delete(queued.sequence);
      if (outcome?.result === 'refused') refused.push(toRefused(queued, outcome));
      else acknowledged.push(answered(queued, incoming, outcome));
    }
  }
  for (const one of refused) stores.refused.put(one);
  return { outbox, refused, acknowledged, isUsedUp };
}

/** An older tap is not resent: the server may have deleted its record of the op. */
function mustResend(
  { tappedAt }: QueuedTap,
  outcome: Outcome | undefined,
  { receivedAt }: IncomingReply,
): boolean {
  const isOutOfOrder = outcome?.result === 'refused' && outcome.refusal.code === 'out-of-order';
  return isOutOfOrder && receivedAt - tappedAt < OFFLINE_MS;
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
function firstTimes(times: SentTimes, { version, receivedAt }: Done): SentTimes {
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
