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

/** A page ends with the document that brings it to this length, in characters. */
export const PAGE_LENGTH = 512 * 1024;

/** Takes the rows of a page of at most `limit`, and reads one more, which says that another page follows. */
export function takePage<Row extends { body: string | null }>(
  rows: Iterable<Row>,
  limit: number,
): { page: Row[]; next: Row | undefined } {
  const page: Row[] = [];
  let length = 0;
  for (const row of rows) {
    if (page.length >= limit || length >= PAGE_LENGTH) return { page, next: row };
    page.push(row);
    length += row.body?.length ?? 0;
  }
  return { page, next: undefined };
}
