import type { Id } from '#domain/ids.ts';
import {
  CHANGES_PER_PAGE,
  type HistoryMark,
  type SyncReply,
  type SyncRequest,
} from '#domain/protocol/sync.ts';
import type { FeedStore } from '../store/ports/store.ts';
import type { Applied } from './ledger.ts';

/** The part of a sync reply that describes the household. */
export type HouseholdChanges = Omit<
  SyncReply,
  'outcomes' | 'epoch' | 'restored' | 'receivedAt' | 'serverNow'
>;

/** The first page of history begins before this mark: it sorts after every visit. */
const BEFORE_ALL: HistoryMark = { start: '9999-12-31T23:59:59.999Z', path: '~' };

/**
 * Returns the changes since the phone's cursor, or the first page of a snapshot if the cursor is null, expired or from the
 * future. `saved`: what the request wrote, which may have brought a restored backup to the phone's cursor again.
 */
export async function changesSince(
  store: FeedStore,
  household: Id,
  { cursor, history, people }: Pick<SyncRequest, 'cursor' | 'history' | 'people'>,
  saved?: Applied['saved'],
): Promise<HouseholdChanges> {
  if (cursor === null || (saved && saved.since < cursor)) return snapshotPage(store, household, people);
  const page = await store.changes(household, cursor, CHANGES_PER_PAGE);
  // The phone was away for longer than tombstones are kept, or the server was restored from a backup before its cursor.
  if (page.cursorExpired || page.cursor < cursor) return snapshotPage(store, household, undefined);
  if (!history) return page;
  // The feed is read before the history: a visit that is removed in between is in the next feed.
  const past = await store.visits(household, history, CHANGES_PER_PAGE);
  return { ...page, changes: [...page.changes, ...past.changes], history: past.next };
}

/** Returns the changes without reading them back, if the phone knew everything that was there before its own. */
export function changesSaved(
  { cursor: known, history }: Pick<SyncRequest, 'cursor' | 'history'>,
  saved: Applied['saved'],
): HouseholdChanges | undefined {
  if (saved?.changes === undefined || saved.since !== known || history) return undefined;
  return { changes: saved.changes, cursor: saved.cursor, more: false };
}

/** Returns a page of people and open visits; the last one says where the pages of history begin. */
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
