import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Id } from '#domain/ids.ts';
import type { SyncReply } from '#domain/protocol/sync.ts';
import type { FeedStore } from '../store/port.ts';
import { snapshotPage } from './sync-reply.ts';

/**
 * Generates the JSON of a sync reply with a whole snapshot, for a page of the version that takes none in pages. It is read
 * as it is sent, a page in a turn of the event loop, so that its size does not matter; a failure ends the connection. `onPage`
 * gets the number of documents of each further page.
 */
export async function* wholeSnapshot(
  store: FeedStore,
  household: Id,
  { changes, ...first }: SyncReply,
  onPage: (documents: number) => void,
): AsyncGenerator<string> {
  let page: Pick<SyncReply, 'people' | 'history'> = first;
  let found = changes;
  let separator = '{"changes":[';
  for (;;) {
    // A page may be empty: what is below a removed child is in none.
    if (found.length > 0) yield separator + found.map((change) => JSON.stringify(change)).join();
    separator = found.length > 0 ? ',' : separator;
    if (page.people === undefined) break;
    await nextTurn();
    const next = await snapshotPage(store, household, page.people);
    [page, found] = [next, next.changes];
    onPage(found.length);
  }
  const { people: _mark, ...rest } = { ...first, history: page.history };
  yield `${separator === ',' ? '' : separator}],${JSON.stringify(rest).slice(1)}`;
}
