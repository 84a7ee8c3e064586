import type { Id } from '#domain/ids.ts';
import { subtreeRange } from '#domain/paths.ts';
import type { Change } from '#domain/protocol/sync.ts';
import { asUnsent, keep, placeUnanswered, takeKept } from './acknowledged.ts';
import type { Storing } from './database.ts';
import type { AppliedReply, IncomingReply, StoredReply } from './incoming-reply.ts';
import { resultOf, type Stores } from './object-stores.ts';
import {
  type Meta,
  type QueuedTap,
  type StoredDocument,
  storedMeta,
  toStored,
  writeMeta,
} from './records.ts';
import { renewedDevice, updateOutbox } from './update-outbox.ts';

/**
 * Stores outcomes and changes of a sync reply in one transaction, so that no row shows an intermediate state. Returns
 * undefined if another tab applied a reply meanwhile: sync again. Rejects if storage fails.
 */
export function applyReply(database: Storing, incoming: IncomingReply): Promise<AppliedReply | undefined> {
  return database.write('relaxed', async (stores) => {
    const meta = await metaIfUnchanged(stores, incoming);
    return meta && writeReply(stores, meta, incoming);
  });
}

/**
 * Stores a page of the live stream in the same way. Also returns undefined if a tap waits for its outcome: its effect may
 * be in the page, and must be applied together with the outcome.
 */
export function applyLivePage(database: Storing, incoming: IncomingReply): Promise<AppliedReply | undefined> {
  return database.write('relaxed', async (stores) => {
    const meta = await metaIfUnchanged(stores, incoming);
    const outbox: QueuedTap[] = await resultOf(stores.outbox.getAll());
    const isWaiting = outbox.some(({ settled }) => settled === undefined);
    return meta && !isWaiting ? writeReply(stores, meta, { ...incoming, outbox }) : undefined;
  });
}

/** The stored metadata, or undefined if another tab has applied a reply since. */
async function metaIfUnchanged(stores: Stores, incoming: IncomingReply): Promise<Meta | undefined> {
  const stored = await storedMeta(stores);
  return stored?.stamp === incoming.meta.stamp && stored.device === incoming.meta.device ? stored : undefined;
}

async function writeReply(stores: Stores, before: Meta, incoming: IncomingReply): Promise<AppliedReply> {
  const { reply, replica } = incoming;
  const meta = { ...nextMeta(before, incoming), ...renewedDevice(incoming) };
  const noted = lackedBy(incoming, before);
  const newer = latestByPath(reply.changes)
    .flatMap((change) => toStored(change, meta.stamp, incoming.receivedAt) ?? [])
    .filter((stored) => reply.reset || replica.isNewer(stored));
  const documents = await putDocuments(stores, newer, reply.reset === true);
  const { kept, outbox, refused } = await settle(stores, before, incoming);
  const written = { ...meta, kept, ...(noted && { restored: noted }) };
  writeMeta(stores, written);
  return { meta: written, outbox, refused, documents };
}

/** Returns the note about a restored backup that lacks documents which this phone knew; undefined if it lacks none. */
function lackedBy({ reply }: IncomingReply, { epoch, cursor }: Meta): Meta['restored'] {
  if (!isOtherEpoch(reply, epoch) || reply.cursor >= (cursor ?? 0)) return undefined;
  const { from } = reply.restored ?? {};
  return from === undefined ? {} : { from };
}

function isOtherEpoch({ epoch: now }: StoredReply, epoch: Id | undefined): boolean {
  return epoch !== undefined && (now ?? epoch) !== epoch;
}

interface Settled extends Pick<AppliedReply, 'outbox' | 'refused'> {
  kept: Meta['kept'];
}

/** Stores the outcomes, and keeps the taps that the server has stored. Under another epoch all are queued again. */
async function settle(stores: Stores, { epoch, kept }: Meta, incoming: IncomingReply): Promise<Settled> {
  const { reply, serverNow } = incoming;
  if (isOtherEpoch(reply, epoch))
    return queueAgain(stores, incoming.outbox, serverNow ?? incoming.receivedAt);
  const { outbox, refused, acknowledged } = updateOutbox(stores, incoming);
  const known = acknowledged.filter(({ sent }) => sent !== undefined);
  const now = serverNow ?? Math.max(0, ...known.map(({ sent }) => sent?.receivedAt ?? 0));
  const sum = known.length > 0 ? await keep(stores, kept, known, now) : kept;
  const isOver = serverNow !== undefined && reply.restored === undefined;
  if (isOver && sum?.dormant) return wake(stores, outbox, refused, now);
  return { outbox, refused, kept: sum };
}

/**
 * Queues all taps of another epoch in the device's order: the server has taken none of them in this one. `now` is the
 * server's clock, in ms.
 */
async function queueAgain(stores: Stores, queued: readonly QueuedTap[], now: number): Promise<Settled> {
  const { taps } = await takeKept(stores, now);
  const all = [...taps, ...queued.map(asUnsent)].sort((a, b) => a.sequence - b.sequence);
  // A tap of which a journal still knew was sent twice, and kept twice.
  const seen = new Set<Id>();
  const outbox = placeUnanswered(all.filter(({ op }) => !seen.has(op) && seen.add(op)));
  for (const { sequence } of queued) stores.outbox.delete(sequence);
  for (const tap of outbox) stores.outbox.put(tap);
  return { outbox, refused: [], kept: undefined };
}

/** Sends dormant taps for the last time: no phone is waited for any more, and what is refused now is listed. */
async function wake(
  stores: Stores,
  outbox: readonly QueuedTap[],
  refused: Settled['refused'],
  now: number,
): Promise<Settled> {
  const { taps, left } = await takeKept(stores, now, ({ dormant }) => dormant === true);
  for (const tap of taps) stores.outbox.put(tap);
  return { outbox: [...outbox, ...taps].sort((a, b) => a.sequence - b.sequence), refused, kept: left };
}

function nextMeta(before: Meta, { reply, skew, receivedAt }: IncomingReply): Meta {
  const stamp = before.stamp + 1;
  const history = reply.reset ? (reply.history ?? null) : reply.history;
  const { ended: _over, ...open } = before;
  return {
    ...open,
    stamp,
    resetStamp: reply.reset ? stamp : before.resetStamp,
    cursor: reply.reset ? reply.cursor : Math.max(before.cursor ?? 0, reply.cursor),
    history: history === undefined ? before.history : history,
    ...(reply.epoch !== undefined && { epoch: reply.epoch }),
    skew,
    lastHeard: receivedAt,
  };
}

/** The highest version of each path: a visit may be in the history page and in the feed. */
function latestByPath(changes: readonly Change[]): Change[] {
  const byPath = new Map<string, Change>();
  for (const change of changes) {
    if ((byPath.get(change.path)?.version ?? -1) < change.version) byPath.set(change.path, change);
  }
  return [...byPath.values()];
}

/** Stores the documents that are newer than the stored ones, and returns them; `isReset`: they replace all. */
export async function putDocuments(
  { documents, keyRange }: Stores,
  newer: readonly StoredDocument[],
  isReset: boolean,
): Promise<StoredDocument[]> {
  if (isReset) documents.clear();
  const stored = await Promise.all(
    newer.map(({ path }) => resultOf(documents.get(path)) as Promise<StoredDocument | undefined>),
  );
  // Checked against the database too: memory may not hold every closed visit yet.
  const fresh = newer.filter(({ version }, i) => (stored[i]?.version ?? -1) < version);
  for (const entry of fresh) {
    const { from, to } = subtreeRange(entry.path);
    if (!entry.document) documents.delete(keyRange.bound(from, to, false, true));
    documents.put(entry);
  }
  return fresh;
}
