import type { SyncReply, SyncRequest } from '#domain/protocol/sync.ts';

/**
 * Fetches the pages that follow the first of a snapshot, and returns them as one reply: a phone that is interrupted starts
 * again, and never stores or shows a part. The cursor is that of the first page: the feed brings what changed meanwhile.
 */
export async function withAllPages(
  first: SyncReply,
  request: SyncRequest,
  post: (request: SyncRequest) => Promise<SyncReply>,
): Promise<SyncReply> {
  if (first.people === undefined) return first;
  const changes = [...first.changes];
  let page = first;
  while (page.people !== undefined) {
    const next = await post({ ...request, cursor: null, ops: [], people: page.people });
    // A backup was restored meanwhile, or the server repeats itself.
    const isRestored = next.epoch !== first.epoch || next.cursor < first.cursor;
    if (isRestored || next.people === page.people) throw new Error('no sync progress');
    changes.push(...next.changes);
    page = next;
  }
  const { people: _mark, ...rest } = first;
  return { ...rest, changes, history: page.history ?? null, more: page.cursor > first.cursor };
}
