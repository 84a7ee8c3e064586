import type { Environment } from '#client/data/environment.ts';
import { OFFLINE_DAYS } from '#domain/time.ts';
import type { Database } from './database.ts';
import { answer, type Stores } from './object-stores.ts';
import { type Kept, type Meta, type Queued, type Refused, readMeta, writeMeta } from './records.ts';

/** How many closed visits are read at once, so that neither the start nor a tap waits for a long history. */
const VISITS_AT_ONCE = 1000;

/** How long the mark of a removal is kept, in ms: as long as the server keeps its own. */
const MARKS_KEPT = OFFLINE_DAYS * 24 * 60 * 60_000;

/** What another tab, or an earlier page, has stored. */
export interface Stored {
  meta: Meta;
  outbox: Queued[];
  refused: Refused[];
  documents: Kept[];
  /** The documents replace all that was known; closed visits follow by readOlder. */
  isWhole: boolean;
}

/** ReadSet, at one moment, all but the documents up to the landing `since`; undefined reads as a first time. */
export function readStored(
  database: Database,
  environment: Pick<Environment, 'random' | 'now'>,
  since: Pick<Meta, 'device' | 'stamp'> | undefined,
): Promise<Stored> {
  return database.write('relaxed', async (stores) => {
    const meta = await readMeta(stores, environment.random);
    if (since?.device !== meta.device) writeMeta(stores, meta);
    const isWhole = since?.device !== meta.device || meta.resetStamp > since.stamp;
    const [outbox, refused, documents] = await Promise.all([
      answer(stores.outbox.getAll()),
      answer(stores.refused.getAll()),
      isWhole
        ? readFirst(stores, environment.now() - MARKS_KEPT)
        : readSince(stores, since.stamp, meta.stamp),
    ]);
    return { meta, outbox, refused, documents, isWhole };
  });
}

/** Also lets go of the marks of removals from before a time: nothing that old is told again. */
async function readFirst({ documents }: Stores, before: number): Promise<Kept[]> {
  const first: Kept[] = await answer(documents.index('first').getAll());
  const isOld = ({ removedAt }: Kept) => removedAt !== undefined && removedAt < before;
  for (const kept of first) if (isOld(kept)) documents.delete(kept.path);
  return first.filter((kept) => !isOld(kept));
}

function readSince({ documents, keyRange }: Stores, known: number, present: number): Promise<Kept[]> {
  if (known === present) return Promise.resolve([]);
  return answer(documents.index('stamp').getAll(keyRange.lowerBound(known, true)));
}

/** The next closed visits, newest first; fewer than asked for means that no more follow. */
export async function readOlder(
  database: Database,
  after: Kept['age'],
): Promise<{ documents: Kept[]; next: Kept['age'] }> {
  const documents: Kept[] = await database.read(({ documents, keyRange }) => {
    const range = after && keyRange.lowerBound(after, true);
    return answer(documents.index('age').getAll(range, VISITS_AT_ONCE));
  });
  return { documents, next: documents.length < VISITS_AT_ONCE ? undefined : documents.at(-1)?.age };
}
