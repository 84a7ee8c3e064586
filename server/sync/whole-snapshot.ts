import type { Id } from '#domain/ids.ts';
import type { SyncReply } from '#domain/protocol/sync.ts';
import type { FeedStore } from '../store/port.ts';
import { snapshotPage } from './sync-reply.ts';

/**
 * Generates the JSON of a sync reply with a whole snapshot, for a page of the version that takes none in pages. It is read
 * as it is sent, so that its size does not matter; a failure ends the connection.
 */
export async function* wholeSnapshot(
  store: FeedStore,
  household: Id,
  { changes, ...first }: SyncReply,
): AsyncGenerator<string> {
  let page: Pick<SyncReply, 'people' | 'history'> = first;
  yield `{"changes":[${changes.map((change) => JSON.stringify(change)).join()}`;
  while (page.people !== undefined) {
    const next = await snapshotPage(store, household, page.people);
    yield next.changes.map((change) => `,${JSON.stringify(change)}`).join('');
    page = next;
  }
  const { people: _mark, ...rest } = { ...first, history: page.history };
  yield `],${JSON.stringify(rest).slice(1)}`;
}
