import type { Environment } from '#client/data/environment.ts';
import type { Database } from './database.ts';
import { resultOf, type Stores } from './object-stores.ts';
import {
  type Meta,
  OFFLINE_MS,
  type QueuedTap,
  type RefusedTap,
  readMeta,
  type StoredDocument,
  writeMeta,
} from './records.ts';

/** The page size for closed visits: neither the start nor a tap waits for a long history. */
const HISTORY_PAGE = 1000;

/** The stored state, as another tab or an earlier page left it. */
export interface StoredState {
  meta: Meta;
  outbox: QueuedTap[];
  refused: RefusedTap[];
  documents: StoredDocument[];
  /** The documents replace everything in memory; closed visits follow by readHistoryPage. */
  isSnapshot: boolean;
}

/** Reads the state in one transaction, with only the documents after the `since` stamp; undefined reads a snapshot. */
export function readStored(
  database: Database,
  environment: Pick<Environment, 'random' | 'now'>,
  since: Pick<Meta, 'device' | 'stamp'> | undefined,
): Promise<StoredState> {
  return database.write('relaxed', async (stores) => {
    const meta = await readMeta(stores, environment.random);
    if (since?.device !== meta.device) writeMeta(stores, meta);
    const isSnapshot = since?.device !== meta.device || meta.resetStamp > since.stamp;
    const [outbox, refused, documents] = await Promise.all([
      resultOf(stores.outbox.getAll()),
      // Its key is a random op, and the list shows the taps in the order in which they were made.
      resultOf<RefusedTap[]>(stores.refused.getAll()).then((taps) => taps.sort(byTime)),
      isSnapshot
        ? readSnapshot(stores, environment.now() - OFFLINE_MS)
        : readSince(stores, since.stamp, meta.stamp),
    ]);
    return { meta, outbox, refused, documents, isSnapshot };
  });
}

function byTime(one: RefusedTap, other: RefusedTap): number {
  return one.tappedAt - other.tappedAt;
}

/** Also deletes expired tombstones: the server sends no change that old again. */
async function readSnapshot({ documents }: Stores, before: number): Promise<StoredDocument[]> {
  const first: StoredDocument[] = await resultOf(documents.index('first').getAll());
  const isExpired = ({ removedAt }: StoredDocument) => removedAt !== undefined && removedAt < before;
  for (const stored of first) if (isExpired(stored)) documents.delete(stored.path);
  return first.filter((stored) => !isExpired(stored));
}

function readSince(
  { documents, keyRange }: Stores,
  known: number,
  present: number,
): Promise<StoredDocument[]> {
  if (known === present) return Promise.resolve([]);
  return resultOf(documents.index('stamp').getAll(keyRange.lowerBound(known, true)));
}

/** The next page of closed visits, newest first; `next` is undefined after the last page. */
export async function readHistoryPage(
  database: Database,
  after: StoredDocument['age'],
): Promise<{ documents: StoredDocument[]; next: StoredDocument['age'] }> {
  const documents: StoredDocument[] = await database.read(({ documents, keyRange }) => {
    const range = after && keyRange.lowerBound(after, true);
    return resultOf(documents.index('age').getAll(range, HISTORY_PAGE));
  });
  return { documents, next: documents.length < HISTORY_PAGE ? undefined : documents.at(-1)?.age };
}
