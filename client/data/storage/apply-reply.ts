import type { Id } from '#domain/ids.ts';
import { subtreeRange } from '#domain/paths.ts';
import type { Change, SyncReply } from '#domain/protocol/sync.ts';
import type { Database } from './database.ts';
import { resultOf, type Stores } from './object-stores.ts';
import {
  type Meta,
  OFFLINE_MS,
  type QueuedTap,
  type RefusedTap,
  type StoredDocument,
  toRefused,
  toStored,
  writeMeta,
} from './records.ts';
import type { Replica } from './replica.ts';

/** A reply from the server, with the tab's state when it sent the request. */
export interface IncomingReply {
  meta: Meta;
  replica: Replica;
  outbox: readonly QueuedTap[];
  reply: StoredReply;
  /** The server's clock minus the device's, in ms. */
  skew: number;
  /** The device's clock when the reply arrived, in ms. */
  receivedAt: number;
  /** The new device id, if the present one turns out to be unusable. */
  nextDevice: Id;
}

/** The part of a sync reply that is stored. */
export type StoredReply = Pick<SyncReply, 'outcomes' | 'changes' | 'cursor' | 'reset' | 'history'>;

export interface AppliedReply {
  meta: Meta;
  outbox: QueuedTap[];
  refused: RefusedTap[];
  documents: StoredDocument[];
}

/** The type of `applyReply` and `applyLivePage`. */
export type ApplyReply = (database: Database, incoming: IncomingReply) => Promise<AppliedReply | undefined>;

/**
 * Stores outcomes and changes of a sync reply in one transaction, so that no row shows an intermediate state. Returns
 * undefined if another tab applied a reply meanwhile: sync again. Rejects if storage fails.
 */
export function applyReply(database: Database, incoming: IncomingReply): Promise<AppliedReply | undefined> {
  return database.write('relaxed', async (stores) => {
    const meta = await metaIfUnchanged(stores, incoming);
    return meta && writeReply(stores, meta, incoming);
  });
}

/**
 * Stores a page of the live stream in the same way. Also returns undefined if a tap waits for its outcome: its effect may
 * be in the page, and must be applied together with the outcome.
 */
export function applyLivePage(
  database: Database,
  incoming: IncomingReply,
): Promise<AppliedReply | undefined> {
  return database.write('relaxed', async (stores) => {
    const meta = await metaIfUnchanged(stores, incoming);
    const outbox: QueuedTap[] = await resultOf(stores.outbox.getAll());
    const isWaiting = outbox.some(({ settled }) => settled === undefined);
    return meta && !isWaiting ? writeReply(stores, meta, { ...incoming, outbox }) : undefined;
  });
}

/** The stored metadata, or undefined if another tab has applied a reply since. */
async function metaIfUnchanged({ meta }: Stores, incoming: IncomingReply): Promise<Meta | undefined> {
  const stored = (await resultOf(meta.get('device'))) as Meta | undefined;
  return stored?.stamp === incoming.meta.stamp && stored.device === incoming.meta.device ? stored : undefined;
}

async function writeReply(stores: Stores, before: Meta, incoming: IncomingReply): Promise<AppliedReply> {
  const { reply, replica } = incoming;
  const meta = { ...nextMeta(before, incoming), ...renewedDevice(incoming) };
  const newer = latestByPath(reply.changes)
    .flatMap((change) => toStored(change, meta.stamp, incoming.receivedAt) ?? [])
    .filter((stored) => reply.reset || replica.isNewer(stored));
  const documents = await putDocuments(stores, newer, reply.reset === true);
  const { outbox, refused } = updateOutbox(stores, incoming);
  writeMeta(stores, meta);
  return { meta, outbox, refused, documents };
}

function nextMeta(before: Meta, { reply, skew, receivedAt }: IncomingReply): Meta {
  const stamp = before.stamp + 1;
  const history = reply.reset ? (reply.history ?? null) : reply.history;
  return {
    ...before,
    stamp,
    resetStamp: reply.reset ? stamp : before.resetStamp,
    cursor: reply.reset ? reply.cursor : Math.max(before.cursor ?? 0, reply.cursor),
    history: history === undefined ? before.history : history,
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

async function putDocuments(
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

/**
 * A phone restored from a backup reuses old sequences, which the server rejects as out of order. Its taps stay queued
 * and are sent again under a new device id; the server recognizes duplicates by op id.
 */
function renewedDevice(incoming: IncomingReply): Partial<Meta> {
  const isUsedUp = incoming.outbox.some((queued) => mustResend(queued, incoming));
  return isUsedUp ? { device: incoming.nextDevice } : {};
}

/** An older tap is not resent: the server may have deleted its record of the op. */
function mustResend({ op, tappedAt }: QueuedTap, { reply, receivedAt }: IncomingReply): boolean {
  const outcome = reply.outcomes.find((one) => one.op === op);
  const isOutOfOrder = outcome?.result === 'refused' && outcome.refusal.code === 'out-of-order';
  return isOutOfOrder && receivedAt - tappedAt < OFFLINE_MS;
}

/** Removes the taps whose effect is stored, moves refused ones to the refused list, and keeps the rest. */
function updateOutbox(stores: Stores, incoming: IncomingReply): Pick<AppliedReply, 'outbox' | 'refused'> {
  const { outbox, reply } = incoming;
  const outcomes = new Map(reply.outcomes.map((outcome) => [outcome.op, outcome]));
  for (const queued of outbox) if (mustResend(queued, incoming)) outcomes.delete(queued.op);
  const refused: RefusedTap[] = [];
  const kept: QueuedTap[] = [];
  for (const queued of outbox) {
    const outcome = outcomes.get(queued.op);
    if (outcome?.result === 'refused') refused.push(toRefused(queued, outcome));
    const waiting = outcome?.result === 'refused' ? undefined : remaining(queued, outcome?.version, reply);
    if (!waiting) stores.outbox.delete(queued.sequence);
    else if (waiting !== queued) stores.outbox.put(waiting);
    if (waiting) kept.push(waiting);
  }
  for (const one of refused) stores.refused.put(one);
  return { outbox: kept, refused };
}

/** The outbox entry of a tap that was done at a version; undefined once that version is stored. */
function remaining(
  queued: QueuedTap,
  done: number | undefined,
  { cursor, reset }: StoredReply,
): QueuedTap | undefined {
  const version = done ?? queued.settled;
  if (version === undefined) return queued;
  if (version <= cursor) return undefined;
  const { settled: _version, ...unsent } = queued;
  // The snapshot is older than the version: the server was restored from a backup, so the tap is sent again.
  return done === undefined && reset ? unsent : { ...queued, settled: version };
}
