import type { Child } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { type Path, parsePath } from '#domain/paths.ts';
import type { HistoryMark } from '#domain/protocol/sync.ts';
import { keptRemovals, withRemovals } from '#domain/visits/removals.ts';
import { isExpired, longestRetention, retentionCutoff } from '#domain/visits/retention.ts';
import { visitLatest, visitStart } from '#domain/visits/visit.ts';
import type { Dependencies } from '../dependencies.ts';
import type { OldestVisit, Transaction } from '../store/ports/store.ts';
import { peoplePages } from '../store/shared/pages.ts';
import { saveAsServer } from '../sync/save-as-server.ts';
import type { FailedHouseholds } from './failed-households.ts';

export interface ExpiryDeps extends Pick<Dependencies, 'store' | 'now'> {
  /** Takes the failures of single households; without it the first one ends the work. */
  failures?: FailedHouseholds;
}

/** The largest number of visits removed in one transaction, so that no tap waits long for it. */
const VISITS_AT_ONCE = 100;

/** Removes visits past their retention time in the next households. Returns true if any was removed. */
export async function expireVisits(deps: ExpiryDeps, after: Id | undefined, limit: number): Promise<boolean> {
  let isAnyRemoved = false;
  for (const oldest of await deps.store.oldestVisits(after, limit)) {
    if (await expireOrTell(deps, oldest)) isAnyRemoved = true;
  }
  return isAnyRemoved;
}

/** The same in one household, as after a parent chose a shorter time. */
export async function expireVisitsOf(deps: ExpiryDeps, household: Id): Promise<boolean> {
  const oldest = await deps.store.oldestVisit(household);
  return oldest !== undefined && expireOrTell(deps, oldest);
}

async function expireOrTell(deps: ExpiryDeps, oldest: OldestVisit): Promise<boolean> {
  const work = () => expireAll(deps, oldest);
  return deps.failures ? ((await deps.failures.attempt(oldest.household, work)) ?? false) : work();
}

/** Expires the visits that stand, and the removed ones that could still be put back. */
async function expireAll(deps: ExpiryDeps, oldest: OldestVisit): Promise<boolean> {
  const limit = retentionCutoff(longestRetention(oldest.profiles), deps.now());
  const isAnyExpired = await expireIn(deps, oldest, limit);
  return (await expireRemovals(deps, oldest.household, limit)) || isAnyExpired;
}

async function expireIn(
  { store, now }: ExpiryDeps,
  { household, start }: OldestVisit,
  limit: string | undefined,
): Promise<boolean> {
  if (limit === undefined || start === null || start >= limit) return false;
  let isAnyRemoved = false;
  for (let mark: HistoryMark | undefined, isMore = true; isMore; isMore = mark !== undefined) {
    const step = await store.transact(household, (transaction) =>
      removeSome(transaction, limit, mark, (removals) =>
        saveAsServer(transaction, removals, now(), store.restored()),
      ),
    );
    isAnyRemoved ||= step.removed > 0;
    mark = step.next;
  }
  return isAnyRemoved;
}

/** Removes visits through the feed like a tap, so that phones hear of it and the tombstones are purged later. */
async function removeSome(
  transaction: Transaction,
  limit: string,
  after: HistoryMark | undefined,
  remove: (removals: { path: Path }[]) => Promise<void>,
): Promise<{ removed: number; next: HistoryMark | undefined }> {
  const visits = await transaction.closedBefore(limit, after, VISITS_AT_ONCE);
  const last = visits.length < VISITS_AT_ONCE ? undefined : visits.at(-1);
  const next = last && { start: visitStart(last.visit), path: last.path };
  const expired = visits.filter(({ visit }) =>
    isExpired({ open: visit.open, ended: visitLatest(visit) }, limit),
  );
  if (expired.length > 0) await remove(expired.map(({ path }) => ({ path })));
  return { removed: expired.length, next };
}

/**
 * Erases removed visits whose time to be put back has passed, or that ended before the limit (ISO; undefined: no visit
 * expires). Returns true if there were any.
 */
async function expireRemovals(
  { store, now }: ExpiryDeps,
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
