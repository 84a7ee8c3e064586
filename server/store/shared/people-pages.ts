import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Id } from '#domain/ids.ts';
import { CHANGES_PER_PAGE, type Change } from '#domain/protocol/sync.ts';
import type { FeedStore } from '../ports/store.ts';

/** Generates all documents of a household but the closed visits, page by page. */
export async function* peoplePages(
  store: Pick<FeedStore, 'people'>,
  household: Id,
): AsyncGenerator<readonly Change[]> {
  let after: string | null | undefined;
  while (after !== null) {
    const { changes, next }: Awaited<ReturnType<FeedStore['people']>> = await store.people(
      household,
      after,
      CHANGES_PER_PAGE,
    );
    yield changes;
    after = next;
    // A store in this process answers in the same turn of the event loop, and others want theirs.
    await nextTurn();
  }
}
