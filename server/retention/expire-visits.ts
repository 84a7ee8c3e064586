import type { StoredVisit } from '#domain/command.ts';
import type { Document } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import type { HistoryMark } from '#domain/protocol/sync.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { keptRemovals, withRemovals } from '#domain/visits/removals.ts';
import { isExpired, longestRetention, retentionCutoff } from '#domain/visits/retention.ts';
import { visitLatest, visitStart } from '#domain/visits/visit.ts';
import type { Dependencies } from '../dependencies.ts';
import { peoplePages } from '../store/households/feed.ts';
import type { OldestVisit, Store } from '../store/ports/store.ts';
import { StoreUnavailable } from '../store/ports/store.ts';
import { changeAsServer } from '../sync/save-as-server.ts';

export interface ExpiryDeps {
  store: Store;
  now: () => number;
  /** Without it the first failure ends the work. */
  failures?: FailedHouseholds;
}

/** Bounds a transaction, so that no tap waits long for it. */
const VISITS_AT_ONCE = 100;

/** Resolves to true if any visit was removed. */
export async function expireVisits(deps: ExpiryDeps, after: Id | undefined, limit: number): Promise<boolean> {
  let isAnyRemoved = false;
  for (const oldest of await deps.store.oldestVisits(after, limit)) {
    if (await expireOrReport(deps, oldest)) isAnyRemoved = true;
  }
  return isAnyRemoved;
}

export async function expireVisitsOf(deps: ExpiryDeps, household: Id): Promise<boolean> {
  const oldest = await deps.store.oldestVisit(household);
  return oldest !== undefined && expireOrReport(deps, oldest);
}

async function expireOrReport(deps: ExpiryDeps, oldest: OldestVisit): Promise<boolean> {
  const work = () => expireAll(deps, oldest);
  return deps.failures ? ((await deps.failures.attempt(oldest.household, work)) ?? false) : work();
}

async function expireAll(deps: ExpiryDeps, oldest: OldestVisit): Promise<boolean> {
  const limit = retentionCutoff(longestRetention(oldest.profiles), deps.now());
  const isAnyExpired = await expireIn(deps, oldest, limit);
  return (await expirePeople(deps, oldest.household, limit)) || isAnyExpired;
}

/** Removes through the feed, so that phones learn of it and tombstones are purged. */
async function expireIn(
  deps: ExpiryDeps,
  { household, start }: OldestVisit,
  limit: string | undefined,
): Promise<boolean> {
  if (limit === undefined || start === null || start >= limit) return false;
  let isAnyRemoved = false;
  let last: StoredVisit | undefined;
  do {
    const after: HistoryMark | undefined = last && { start: visitStart(last.visit), path: last.path };
    last = undefined;
    await changeAsServer(deps, household, async (transaction) => {
      const visits = await transaction.closedBefore(limit, after, VISITS_AT_ONCE);
      last = visits.length < VISITS_AT_ONCE ? undefined : visits.at(-1);
      const expired = visits.filter(({ visit }) =>
        isExpired({ open: visit.open, ended: visitLatest(visit) }, limit),
      );
      isAnyRemoved ||= expired.length > 0;
      return { writes: expired.map(({ path }) => ({ path })) };
    });
  } while (last);
  return isAnyRemoved;
}

/**
 * Erases removed visits that cannot be put back, or ended before `limit` (ISO; undefined: none expires), and expected
 * arrivals a day after their end.
 */
async function expirePeople(deps: ExpiryDeps, household: Id, limit: string | undefined): Promise<boolean> {
  const { store, now } = deps;
  const stale: Path[] = [];
  for await (const people of peoplePages(store, household))
    for (const { path, document } of people) {
      const stored = document as Document | undefined;
      if (stored && prune(stored, now(), limit) !== stored) stale.push(path as Path);
    }
  if (stale.length === 0) return false;
  await changeAsServer(deps, household, async (transaction) => {
    const stored = await transaction.load([{ paths: stale }]);
    const writes = stale.flatMap((path) => {
      const document = stored.get(path);
      return document ? [{ path, document: prune(document, now(), limit) }] : [];
    });
    return { writes };
  });
  return true;
}

/** The identical object if everything in it is kept. */
function prune(document: Document, now: number, limit: string | undefined): Document {
  if ('expectedArrival' in document && document.expectedArrival) {
    const { expectedArrival, ...visitor } = document;
    return Date.parse(expectedArrival.until) + DAY_MS < now ? visitor : document;
  }
  if (!('removedVisits' in document)) return document;
  const { removedVisits = [] } = document;
  const kept = keptRemovals(removedVisits, now, limit);
  return kept === removedVisits ? document : withRemovals(document, kept);
}

/** Damaged documents of one household must not stop the others. */
export class FailedHouseholds {
  readonly #deps: Pick<Dependencies, 'log' | 'now'>;
  readonly #until = new Map<Id, number>();

  constructor(deps: Pick<Dependencies, 'log' | 'now'>) {
    this.#deps = deps;
  }

  /** A failure resolves to undefined; throws StoreUnavailable, which concerns all. */
  async attempt<T>(household: Id, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      this.#until.set(household, this.#deps.now() + HOUR_MS);
      // Names no household: framme verify does.
      this.#deps.log.error(
        { error },
        'the retention of a household failed, and is tried again; others go on',
      );
      return undefined;
    }
  }

  /** Within the last hour. */
  recent(): Id[] {
    for (const [household, until] of this.#until)
      if (until <= this.#deps.now()) this.#until.delete(household);
    return [...this.#until.keys()];
  }
}
