import type { Id } from '#domain/ids.ts';
import {
  CHANGES_PER_PAGE,
  type HistoryMark,
  type SyncReply,
  type SyncRequest,
} from '#domain/protocol/sync.ts';
import type { FeedStore } from '../store/ports/store.ts';
import type { Applied } from './unit-of-work.ts';

type HouseholdChanges = Omit<SyncReply, 'outcomes' | 'epoch' | 'restored' | 'receivedAt' | 'serverNow'>;

/** Sorts after every visit. */
const BEFORE_ALL: HistoryMark = { start: '9999-12-31T23:59:59.999Z', path: '~' };

/**
 * Sends a snapshot if the cursor is null, expired or from the future; `saved` may have raised a restored
 * backup to it.
 */
export async function changesSince(
  store: FeedStore,
  household: Id,
  request: SyncRequest,
  saved: Applied['saved'],
): Promise<HouseholdChanges> {
  const { cursor, history, people } = request;
  const own = changesSaved(request, saved);
  if (own) return own;
  if (cursor === null || (saved && saved.since < cursor)) return snapshotPage(store, household, people);
  const page = await store.changes(household, cursor, CHANGES_PER_PAGE);
  // Away longer than tombstones are kept, or a restored backup is older than the cursor.
  if (page.cursorExpired || page.cursor < cursor) return snapshotPage(store, household, undefined);
  if (!history) return page;
  // Feed before history, so a visit removed in between is in the next feed.
  const past = await store.visits(household, history, CHANGES_PER_PAGE);
  return { ...page, changes: [...page.changes, ...past.changes], history: past.next };
}

/** Undefined unless the phone knew everything before its own writes; saves a read. */
function changesSaved(
  { cursor: known, history }: SyncRequest,
  saved: Applied['saved'],
): HouseholdChanges | undefined {
  if (saved?.changes === undefined || saved.since !== known || history) return undefined;
  return { changes: saved.changes, cursor: saved.cursor, more: false };
}

/** The last page of people has the mark where history begins. */
async function snapshotPage(
  store: FeedStore,
  household: Id,
  after: string | undefined,
): Promise<HouseholdChanges> {
  const { changes, cursor, next } = await store.people(household, after, CHANGES_PER_PAGE);
  const page = { changes, cursor, more: false, reset: true } as const;
  if (next !== null) return { ...page, people: next };
  const newest = await store.visits(household, undefined, 1);
  return { ...page, history: newest.changes.length > 0 || newest.next ? BEFORE_ALL : null };
}
