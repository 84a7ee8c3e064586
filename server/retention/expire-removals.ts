import type { Child } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { type Path, parsePath } from '#domain/paths.ts';
import { keptRemovals, withRemovals } from '#domain/visits/removals.ts';
import type { FeedStore, HouseholdStore } from '../store/ports/store.ts';
import { peoplePages } from '../store/shared/people-pages.ts';
import { saveAsServer } from '../sync/save-as-server.ts';

interface Deps {
  store: HouseholdStore & Pick<FeedStore, 'people' | 'restored'>;
  /** The server's clock, in ms since 1970. */
  now: () => number;
}

/**
 * Erases removed visits whose time to be put back has passed, or that ended before the limit (ISO; undefined: no visit
 * expires). Returns true if there were any.
 */
export async function expireRemovals(
  { store, now }: Deps,
  household: Id,
  limit: string | undefined,
): Promise<boolean> {
  const isStale = (child: Child | undefined) => child !== undefined && prune(child, now(), limit) !== child;
  const stale: Path<'child'>[] = [];
  for await (const people of peoplePages(store, household)) {
    for (const { path, document } of people) {
      const isChild = parsePath(path)?.kind === 'child';
      if (isChild && isStale(document as Child | undefined)) stale.push(path as Path<'child'>);
    }
  }
  if (stale.length === 0) return false;
  await store.transact(household, async (transaction) => {
    const stored = await transaction.load([{ paths: stale }]);
    const writes = stale.flatMap((path) => {
      const child = stored.get(path);
      return child ? [{ path, document: prune(child, now(), limit) }] : [];
    });
    await saveAsServer(transaction, writes, now(), store.restored());
  });
  return true;
}

/** Returns the same child if all its removals are kept. */
function prune(child: Child, now: number, limit: string | undefined): Child {
  const { removedVisits = [] } = child;
  const kept = keptRemovals(removedVisits, now, limit);
  return kept === removedVisits ? child : withRemovals(child, kept);
}
