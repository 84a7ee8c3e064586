import { randomBytes } from 'node:crypto';
import type { StoredVisit } from '#domain/command.ts';
import { type Profile, visitLatest, visitStart } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import type { HistoryMark } from '#domain/protocol/sync.ts';
import { isoTime } from '#domain/time.ts';
import { isExpired, retentionCutoff, retentionDays } from '#domain/visits/retention.ts';
import type { Dependencies } from '../dependencies.ts';
import type { HouseholdAge, Transaction } from '../store/port.ts';

type Ground = Pick<Dependencies, 'store' | 'now'>;

/** Removed in one transaction at most, so that nobody's tap waits long for it. */
const VISITS_AT_ONCE = 100;

/** The server counts as a device of the household; no phone can claim a name that is no id. */
const SERVER_DEVICE = 'server';

/** Forgets what is kept too long in the households after one. Out: whether anything went. */
export async function expireVisits(ground: Ground, after: Id | undefined, limit: number): Promise<boolean> {
  let isAnyGone = false;
  for (const household of await ground.store.households(after, limit)) {
    if (await expireIn(ground, household)) isAnyGone = true;
  }
  return isAnyGone;
}

/** The same in one household, as after its parent chose a shorter time. */
export async function expireVisitsOf(ground: Ground, id: Id): Promise<boolean> {
  const household = await ground.store.household(id);
  return household !== undefined && expireIn(ground, household);
}

async function expireIn({ store, now }: Ground, { id, profiles, oldest }: HouseholdAge): Promise<boolean> {
  const limit = limitOf(profiles, now());
  if (limit === undefined || oldest === null || oldest >= limit) return false;
  let isAnyGone = false;
  for (let mark: HistoryMark | undefined, isMore = true; isMore; ) {
    const step = await store.transact(id, (transaction) => removeSome(transaction, limit, mark, now()));
    isAnyGone ||= step.gone > 0;
    isMore = step.next !== undefined;
    mark = step.next;
  }
  return isAnyGone;
}

/** Of several parents the one who keeps visits longest decides: nothing goes against anybody's wish. */
function limitOf(profiles: readonly Profile[], now: number): string | undefined {
  const limits = profiles.map((profile) => retentionCutoff(retentionDays(profile), now));
  return limits.reduce((one, other) => one && other && (one < other ? one : other), limits[0]);
}

/** Removes through the feed like any tap, so that phones hear of it and later forget the removal too. */
async function removeSome(
  transaction: Transaction,
  limit: string,
  after: HistoryMark | undefined,
  now: number,
): Promise<{ gone: number; next: HistoryMark | undefined }> {
  const visits = await transaction.closedBefore(limit, after, VISITS_AT_ONCE);
  const last = visits.length < VISITS_AT_ONCE ? undefined : visits.at(-1);
  const next = last && { start: visitStart(last.visit), path: last.path };
  const expired = visits.filter(({ visit }) =>
    isExpired({ open: visit.open, ended: visitLatest(visit) }, limit),
  );
  if (expired.length > 0) await remove(transaction, expired, isoTime(now));
  return { gone: expired.length, next };
}

async function remove(transaction: Transaction, visits: readonly StoredVisit[], at: string): Promise<void> {
  const standing = await transaction.begin(SERVER_DEVICE, []);
  const [version, sequence] = [standing.version + 1, standing.lastSequence + 1];
  const op = makeId(randomBytes(16));
  await transaction.save({
    version,
    device: SERVER_DEVICE,
    lastSequence: sequence,
    documents: visits.map(({ path }) => ({ path, version })),
    // Tells later how old the removals are.
    outcomes: [{ outcome: { op, result: 'done', version }, sequence }],
    notices: [],
    recordedAt: at,
  });
}
