import type { Id } from '#domain/ids.ts';
import {
  CHANGES_PER_PAGE,
  type HistoryMark,
  type SyncReply,
  type SyncRequest,
} from '#domain/protocol/sync.ts';
import type { Store } from '../store/port.ts';

/** What a phone learns of its household: all of a reply but the outcomes and the clock. */
export type News = Omit<SyncReply, 'outcomes' | 'serverNow'>;

/** The first page of history begins before this mark: it sorts after every visit. */
const BEFORE_ALL: HistoryMark = { start: '9999-12-31T23:59:59.999Z', path: '~' };

/** The changes since the phone's cursor, or a snapshot where it has none that this household could have given. */
export async function newsSince(
  store: Store,
  household: Id,
  { cursor, history }: Pick<SyncRequest, 'cursor' | 'history'>,
): Promise<News> {
  if (cursor === null) return snapshot(store, household);
  const page = await store.changes(household, cursor, CHANGES_PER_PAGE);
  // The phone was away for longer than removals are remembered; or the household is younger than it remembers, because
  // a backup was restored.
  if (page.forgotten || page.cursor < cursor) return snapshot(store, household);
  if (!history) return page;
  // The feed was read first, so a visit that is removed in between is told of by the next one.
  const past = await store.visits(household, history, CHANGES_PER_PAGE);
  return { ...page, changes: [...page.changes, ...past.changes], history: past.next };
}

/** People and open visits at once; closed visits follow in pages that the phone asks for. */
async function snapshot(store: Store, household: Id): Promise<News> {
  const { changes, cursor } = await store.people(household);
  const newest = await store.visits(household, undefined, 1);
  const history = newest.changes.length > 0 ? BEFORE_ALL : null;
  return { changes, cursor, more: false, reset: true, history };
}
