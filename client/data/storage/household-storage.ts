import type { Environment } from '#client/data/environment.ts';
import type { UnsentCommand } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';
import { type Path, profilePath } from '#domain/paths.ts';
import {
  type Meta,
  newMeta,
  OFFLINE_MS,
  type QueuedTap,
  type RefusedTap,
  type StoredDocument,
  type StoredState,
  type Tap,
} from './records.ts';

/** One account's data on this device, kept by `IndexedDbStorage` or `MemoryStorage`. */
export interface HouseholdStorage {
  /** False: the data is lost with the page. */
  readonly isDurable: boolean;
  read<T>(work: (stored: StoredData) => Promise<T>): Promise<T>;
  /**
   * Stores all of the work or nothing; it may run twice. 'strict' resolves once the data is on disk; 'relaxed'
   * is for data the server can resend.
   */
  write<T>(durability: Durability, work: (stored: WritableData) => Promise<T>): Promise<T>;
}

export type Durability = 'strict' | 'relaxed';

/** Within one transaction, which ends once the work awaits anything else. */
export interface StoredData {
  /** Undefined on a new device, and after an eviction. */
  meta(): Promise<Meta | undefined>;
  /** In the device's order. */
  outbox(): Promise<QueuedTap[]>;
  queued(op: Id): Promise<QueuedTap | undefined>;
  refused(): Promise<RefusedTap[]>;
  /** In the server's order. */
  acked(): Promise<QueuedTap[]>;
  document(path: Path): Promise<StoredDocument | undefined>;
  /** All but closed visits. */
  firstDocuments(): Promise<StoredDocument[]>;
  documentsSince(stamp: number): Promise<StoredDocument[]>;
  /** Newest first; at most `count` older than `after`. */
  closedVisits(after: StoredDocument['age'], count: number): Promise<StoredDocument[]>;
}

/** Reads within a transaction see its own writes. */
export interface WritableData extends StoredData {
  putMeta(meta: Meta): void;
  /** Replaces the tap of its sequence. */
  putQueued(tap: QueuedTap): void;
  deleteQueued(sequence: number): void;
  putRefused(tap: RefusedTap): void;
  deleteRefused(op: Id): void;
  putAcked(tap: QueuedTap): void;
  deleteAcked(tap: QueuedTap): void;
  putDocument(document: StoredDocument): void;
  deleteDocument(path: Path): void;
  /** Keeps the document at `root` itself. */
  deleteDocumentsBelow(root: Path): void;
  clearDocuments(): void;
  clear(): void;
}

/** A new or evicted database starts as a new device. */
export async function metaOrNew(stored: StoredData, random: (bytes: number) => Uint8Array): Promise<Meta> {
  return (await stored.meta()) ?? newMeta(random);
}

/** Stores and returns the documents newer than the stored ones; `isReset`: they replace all. */
export async function putDocuments(
  stored: WritableData,
  newer: readonly StoredDocument[],
  isReset: boolean,
): Promise<StoredDocument[]> {
  if (isReset) stored.clearDocuments();
  const before = await Promise.all(newer.map(({ path }) => stored.document(path)));
  // Checked against the database too: memory may not hold every closed visit yet.
  const fresh = newer.filter(({ version }, i) => (before[i]?.version ?? -1) < version);
  for (const entry of fresh) {
    if (!entry.document) stored.deleteDocumentsBelow(entry.path);
    stored.putDocument(entry);
  }
  return fresh;
}

/**
 * Strictly, in this order, with the device's next sequences. A tap already there (its tab was killed before it
 * cleared the journal) keeps its own. Rejects if nothing was stored.
 */
export function storeTaps(
  storage: HouseholdStorage,
  { random }: Environment,
  taps: readonly Tap[],
): Promise<{ meta: Meta; queued: QueuedTap[] }> {
  return storage.write('strict', async (stored) => {
    const before = await metaOrNew(stored, random);
    let { sequence } = before;
    const queued: QueuedTap[] = [];
    for (const tap of taps) {
      const known = await stored.queued(tap.op);
      queued.push(known ?? { ...tap, sequence: ++sequence });
      if (known) continue;
      stored.putQueued({ ...tap, sequence });
      if (tap.replaces !== undefined) stored.deleteRefused(tap.replaces);
    }
    const meta = { ...before, sequence };
    stored.putMeta(meta);
    return { meta, queued };
  });
}

interface KeptData {
  unsent: UnsentCommand[];
  /** Undefined if the profile was not stored. */
  email: string | undefined;
}

/**
 * Deletes everything if no tap is unanswered, refused or journaled (`hasJournal`). `ended`: the household
 * then opens only after a sign-in.
 */
export function keepOnlyUnsent(
  storage: HouseholdStorage,
  { random }: Environment,
  { uid, ended = false, hasJournal = true }: { uid: Id; ended?: boolean; hasJournal?: boolean },
): Promise<KeptData> {
  return storage.write('strict', async (stored) => {
    const meta = await metaOrNew(stored, random);
    const queued = (await stored.outbox()).filter(({ settled }) => settled === undefined);
    const refused = await stored.refused();
    const profile = (await stored.document(profilePath(uid)))?.document;
    const unsent: UnsentCommand[] = [...queued, ...refused];
    stored.clear();
    for (const tap of queued) stored.putQueued(tap);
    for (const tap of refused) stored.putRefused(tap);
    if (unsent.length > 0 || hasJournal) stored.putMeta(emptied(meta, ended));
    return { unsent, email: profile && 'email' in profile ? profile.email : undefined };
  });
}

/** Keeps the sequence; the new stamps make every tab read a snapshot. */
function emptied({ device, sequence, stamp, skew }: Meta, ended: boolean): Meta {
  const [cursor, history] = [null, null];
  const next = { device, sequence, stamp: stamp + 1, resetStamp: stamp + 1, cursor, history, skew };
  return ended ? { ...next, ended } : next;
}

/** Closed visits per page: neither the start nor a tap waits for a long history. */
const HISTORY_PAGE = 1000;

/** `isSnapshot`: documents replace those in memory; closed visits follow by `readHistoryPage`. */
export type ReadState = StoredState & { isSnapshot: boolean };

/** Reads only documents after the known stamp, or else a snapshot. */
export async function readStored(
  storage: HouseholdStorage,
  environment: Environment,
  known: { meta: Meta | undefined },
): Promise<ReadState> {
  // Read `known.meta` inside: memory that stands in for the database changes its device id.
  const stored = await storage.read((data) => readState(data, known.meta));
  if (!stored) {
    await storage.write('relaxed', async (data) => data.putMeta(await metaOrNew(data, environment.random)));
    return readStored(storage, environment, known);
  }
  // The server never resends changes as old as expired tombstones.
  const before = environment.now() - OFFLINE_MS;
  const isExpired = ({ removedAt }: StoredDocument) => removedAt !== undefined && removedAt < before;
  const expired = stored.documents.filter(isExpired);
  if (expired.length === 0) return stored;
  await storage.write('relaxed', async (data) => {
    for (const { path } of expired) data.deleteDocument(path);
  });
  return { ...stored, documents: stored.documents.filter((one) => !isExpired(one)) };
}

/** Undefined in a new or evicted database. */
async function readState(
  stored: StoredData,
  since: Pick<Meta, 'device' | 'stamp'> | undefined,
): Promise<ReadState | undefined> {
  const meta = await stored.meta();
  if (!meta) return undefined;
  const isSnapshot = since?.device !== meta.device || meta.resetStamp > since.stamp;
  const [outbox, refused, documents] = await Promise.all([
    stored.outbox(),
    stored.refused(),
    isSnapshot ? stored.firstDocuments() : stored.documentsSince(since.stamp),
  ]);
  return { meta, outbox, refused, documents, isSnapshot };
}

/** Newest first; `next` is undefined after the last page. */
export async function readHistoryPage(
  storage: HouseholdStorage,
  after: StoredDocument['age'],
): Promise<{ documents: StoredDocument[]; next: StoredDocument['age'] }> {
  const documents = await storage.read((stored) => stored.closedVisits(after, HISTORY_PAGE));
  return { documents, next: documents.length < HISTORY_PAGE ? undefined : documents.at(-1)?.age };
}
