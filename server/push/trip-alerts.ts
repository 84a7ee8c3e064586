import type { Alert } from '#domain/alerts.ts';
import type { Friend, Guest, Visit } from '#domain/documents.ts';
import { childOf, documentId, type Path, visitorPath } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import { alertsAfter, isLatestVisit, isTripOpen, TAKE_BACK_MS, wasAsked } from '#domain/trips/trip.ts';
import type { Trip } from '#domain/trips/trip-fields.ts';
import type { Dependencies } from '../dependencies.ts';
import { comingBy } from '../following/coming.ts';
import { notifyFamily } from '../following/notify-family.ts';
import { isFollowed, isShared, renamedAt } from '../following/visibility.ts';
import type { AlertContext, FollowRow, TakenAlert } from '../store/ports/store.ts';

/** What an alert may say of a way home, or of a child on the way to the host, while that is open. */
export interface OnTheWay {
  trip?: Trip | undefined;
  coming?: { name: string; due: string; zone: string } | undefined;
}

/** Nothing from before a restore. */
export async function onTheWay(
  deps: Dependencies,
  { household, alert }: Pick<TakenAlert, 'household' | 'alert'>,
  context: AlertContext,
): Promise<OnTheWay> {
  if (alert.saidAt === undefined)
    return { trip: await openTrip(deps, household, alert.about as Path, context) };
  const { store } = deps;
  if (isFromBackup(deps, alert.saidAt)) return {};
  const rows = [...(await store.followersOf(household)), ...(await store.followsOf(household))];
  const follows = await comingBy(deps, rows);
  const { person, coming } = follows.get(alert.about) ?? {};
  const { trip, expected } = coming ?? {};
  const said =
    alert.kind === 'awaited' ? expected : trip && { ...trip, saidAt: trip.startedAt, at: trip.due };
  if (!person || said?.saidAt !== alert.saidAt) return {};
  return { coming: { name: person.name, due: said.at, zone: said.zone } };
}

function isFromBackup({ store }: Dependencies, at: string): boolean {
  return Date.parse(at) <= (store.restored()?.at ?? 0);
}

/** Of the visit `about`, or of the latest that a home follows. */
async function openTrip(
  deps: Dependencies,
  host: string,
  about: Path,
  { visit, visitor, following }: Pick<AlertContext, 'visit' | 'visitor' | 'following'>,
): Promise<Trip | undefined> {
  const trip = visit?.trip;
  if (!trip || !visitor || isFromBackup(deps, trip.startedAt)) return undefined;
  const isLatest = following !== undefined || isLatestVisit(visitor, about);
  const isSeen =
    !trip.link || following !== undefined || (await isFollowed(deps, host, visitorIn(about, visit), visitor));
  return isTripOpen(trip, { now: deps.now(), isLatest, isFollowed: isSeen }) ? trip : undefined;
}

/** For a home whose follow the host ends: it can no longer see how an open trip ends, and was not told yet. */
export async function unseenTrip(deps: Dependencies, row: FollowRow): Promise<Alert[]> {
  const { store, now } = deps;
  const { id, home, host, agreedAt } = row;
  const { seen } = (agreedAt === null ? undefined : await store.followed(home, id)) ?? {};
  const trip = seen && (await openTrip(deps, host, seen.path, { ...seen, following: row }));
  if (!trip || (wasAsked(trip, now()) && !isShared(deps, row, seen.visitor))) return [];
  return [{ about: id, kind: 'unseen', at: isoTime(now()) }];
}

/** Tells each home that follows, then waits in its own place for the next stage. */
export async function passOn(deps: Dependencies, taken: TakenAlert): Promise<void> {
  const { store, now } = deps;
  const { household, alert } = taken;
  const about = alert.about as Path;
  const { stage = 'start' } = alert;
  const time = now();
  const at = isoTime(time);
  const context = await store.alertContext(taken, at);
  const { visit, visitor } = context ?? {};
  const trip = context && (await openTrip(deps, household, about, context));
  if (!trip || !visit || !visitor) return store.settleAlert(taken);
  for (const row of await store.followersOf(household)) {
    if (row.visitor !== visitorIn(about, visit) || row.agreedAt === null) continue;
    const isSeen = isShared(deps, row, visitor);
    if (isSeen) await notifyFamily(deps, row.home, [{ about: row.id, kind: 'followed-trip', at, stage }]);
    else if (stage === 'ask' && wasToldOfStart(row.agreedAt, trip, visitor))
      await notifyFamily(deps, row.home, [{ about: row.id, kind: 'unseen', at }]);
  }
  await store.settleAlert(taken, trip && alertsAfter(about, stage, trip, time)[0]);
}

/** Consent was paused since the start was told: by another first name, or by a refusal of links. */
function wasToldOfStart(agreedAt: string, { startedAt }: Trip, visitor: Friend | Guest): boolean {
  const pausedAt = Math.max(renamedAt(visitor), Date.parse(visitor.linkRefusal?.at ?? '') || 0);
  return agreedAt < startedAt && pausedAt > Date.parse(startedAt) + TAKE_BACK_MS;
}

function visitorIn(path: Path, { visitor: { kind, id } }: Visit): Path {
  return visitorPath({ child: documentId(childOf(path)), kind, visitor: id });
}
