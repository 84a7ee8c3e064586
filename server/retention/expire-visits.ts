import { randomBytes } from 'node:crypto';
import type { StoredVisit } from '#domain/command.ts';
import type { Profile } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import type { HistoryMark } from '#domain/protocol/sync.ts';
import { isoTime } from '#domain/time.ts';
import { isExpired, retentionCutoff, retentionDays } from '#domain/visits/retention.ts';
import { visitLatest, visitStart } from '#domain/visits/visit-times.ts';
import type { HouseholdStore, OldestVisit, RetentionStore, Transaction } from '../store/port.ts';

export interface ExpiryDeps {
  store: HouseholdStore & Pick<RetentionStore, 'oldestVisit' | 'oldestVisits'>;
  /** The server's clock, in ms since 1970. */
  now: () => number;
}

/** The largest number of visits removed in one transaction, so that no tap waits long for it. */
const VISITS_AT_ONCE = 100;

/** The server counts as a device of the household; no phone can claim a name that is no id. */
const SERVER_DEVICE = 'server';

/** Removes visits past their retention time in the next households. Returns true if any was removed. */
export async function expireVisits(deps: ExpiryDeps, after: Id | undefined, limit: number): Promise<boolean> {
  let isAnyRemoved = false;
  for (const oldest of await deps.store.oldestVisits(after, limit)) {
    if (await expireIn(deps, oldest)) isAnyRemoved = true;
  }
  return isAnyRemoved;
}

/** The same in one household, as after a parent chose a shorter time. */
export async function expireVisitsOf(deps: ExpiryDeps, household: Id): Promise<boolean> {
  const oldest = await deps.store.oldestVisit(household);
  return oldest !== undefined && expireIn(deps, oldest);
}

async function expireIn(
  { store, now }: ExpiryDeps,
  { household, profiles, start }: OldestVisit,
): Promise<boolean> {
  const limit = limitOf(profiles, now());
  if (limit === undefined || start === null || start >= limit) return false;
  let isAnyRemoved = false;
  for (let mark: HistoryMark | undefined, isMore = true; isMore; ) {
    const step = await store.transact(household, (transaction) =>
      removeSome(transaction, limit, mark, now()),
    );
    isAnyRemoved ||= step.removed > 0;
    isMore = step.next !== undefined;
    mark = step.next;
  }
  return isAnyRemoved;
}

/** The longest retention that any of the parents chose decides, so that no parent loses visits against their wish. */
function limitOf(profiles: readonly Profile[], now: number): string | undefined {
  const limits = profiles.map((profile) => retentionCutoff(retentionDays(profile), now));
  return limits.reduce((one, other) => one && other && (one < other ? one : other), limits[0]);
}

/** Removes visits through the feed like a tap, so that phones hear of it and the tombstones are purged later. */
async function removeSome(
  transaction: Transaction,
  limit: string,
  after: HistoryMark | undefined,
  now: number,
): Promise<{ removed: number; next: HistoryMark | undefined }> {
  const visits = await transaction.closedBefore(limit, after, VISITS_AT_ONCE);
  const last = visits.length < VISITS_AT_ONCE ? undefined : visits.at(-1);
  const next = last && { start: visitStart(last.visit), path: last.path };
  const expired = visits.filter(({ visit }) =>
    isExpired({ open: visit.open, ended: visitLatest(visit) }, limit),
  );
  if (expired.length > 0) await remove(transaction, expired, isoTime(now));
  return { removed: expired.length, next };
}

async function remove(transaction: Transaction, visits: readonly StoredVisit[], at: string): Promise<void> {
  const state = await transaction.begin(SERVER_DEVICE, []);
  const [version, sequence] = [state.version + 1, state.lastSequence + 1];
  const op = makeId(randomBytes(16));
  await transaction.save({
    version,
    device: SERVER_DEVICE,
    lastSequence: sequence,
    documents: visits.map(({ path }) => ({ path, version })),
    // The outcome dates the tombstones for their purge.
    outcomes: [{ outcome: { op, result: 'done', version }, sequence }],
    notices: [],
    recordedAt: at,
  });
}
