import { subtreeRange } from '#domain/paths.ts';
import type { Change } from '#domain/protocol/sync.ts';
import type { Database } from './database.ts';
import type { AppliedReply, IncomingReply } from './incoming-reply.ts';
import { resultOf, type Stores } from './object-stores.ts';
import { type Meta, type QueuedTap, type StoredDocument, toStored, writeMeta } from './records.ts';
import { renewedDevice, updateOutbox } from './update-outbox.ts';

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
  const { ended: _over, ...open } = before;
  return {
    ...open,
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
