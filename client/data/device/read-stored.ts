import type { Environment } from '#client/data/environment.ts';
import type { Storing } from './database.ts';
import { resultOf, type Stores } from './object-stores.ts';
import {
  type Meta,
  OFFLINE_MS,
  type RefusedTap,
  readMeta,
  type StoredDocument,
  type StoredState,
  storedMeta,
  writeMeta,
} from './records.ts';

/** The page size for closed visits: neither the start nor a tap waits for a long history. */
const HISTORY_PAGE = 1000;

/** The stored state, as another tab or an earlier page left it. */
export interface ReadState extends StoredState {
  /** The documents replace everything in memory; closed visits follow by readHistoryPage. */
  isSnapshot: boolean;
}

/** Reads the state in one transaction, with only the documents after the known stamp; without one, a snapshot. */
export async function readStored(
  database: Storing,
  environment: Pick<Environment, 'random' | 'now'>,
  known: { meta: Meta | undefined },
): Promise<ReadState> {
  // Memory that takes the database's place renames the known device.
  const stored = await database.read((stores) => readState(stores, known.meta));
  if (stored) return withoutExpired(database, stored, environment.now() - OFFLINE_MS);
  await database.write('relaxed', async (stores) => {
    writeMeta(stores, await readMeta(stores, environment.random));
  });
  return readStored(database, environment, known);
}

/** Undefined in a new or evicted database. */
async function readState(
  stores: Stores,
  since: Pick<Meta, 'device' | 'stamp'> | undefined,
): Promise<ReadState | undefined> {
  const meta = await storedMeta(stores);
  if (!meta) return undefined;
  const isSnapshot = since?.device !== meta.device || meta.resetStamp > since.stamp;
  const [outbox, refused, documents] = await Promise.all([
    resultOf(stores.outbox.getAll()),
    // Its key is a random op, and the list shows the taps in the order in which they were made.
    resultOf<RefusedTap[]>(stores.refused.getAll()).then((taps) =>
      taps.sort((one, other) => one.tappedAt - other.tappedAt),
    ),
    isSnapshot
      ? resultOf<StoredDocument[]>(stores.documents.index('first').getAll())
      : readSince(stores, since.stamp, meta.stamp),
  ]);
  return { meta, outbox, refused, documents, isSnapshot };
}

/** Deletes expired tombstones: the server sends no change that old again. */
async function withoutExpired(
  database: Storing,
  { documents: all, ...stored }: ReadState,
  before: number,
): Promise<ReadState> {
  const isExpired = ({ removedAt }: StoredDocument) => removedAt !== undefined && removedAt < before;
  const expired = all.filter(isExpired);
  if (expired.length > 0) {
    await database.write('relaxed', async ({ documents }) => {
      for (const { path } of expired) documents.delete(path);
    });
  }
  return { ...stored, documents: all.filter((one) => !isExpired(one)) };
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
  database: Storing,
  after: StoredDocument['age'],
): Promise<{ documents: StoredDocument[]; next: StoredDocument['age'] }> {
  const documents: StoredDocument[] = await database.read(({ documents, keyRange }) => {
    const range = after && keyRange.lowerBound(after, true);
    return resultOf(documents.index('age').getAll(range, HISTORY_PAGE));
  });
  return { documents, next: documents.length < HISTORY_PAGE ? undefined : documents.at(-1)?.age };
}
