import type { Alert } from '#domain/alerts.ts';
import type { Friend, Guest, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { childOf, documentId, type Path, type VisitorRef, visitorPath } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import { type Coming, openComing } from '#domain/trips/coming.ts';
import {
  alertsAfter,
  BETWEEN_STAGES_MS,
  isLatestVisit,
  isTripOpen,
  TAKE_BACK_MS,
} from '#domain/trips/trip.ts';
import type { Trip } from '#domain/trips/trip-fields.ts';
import type { Dependencies } from '../dependencies.ts';
import { comingOf, type FollowNow, followsNow } from '../following/follows.ts';
import { notifyFamily } from '../following/notify-family.ts';
import { isFollowed, isShared, renamedAt } from '../following/visibility.ts';
import type { AlertContext, FollowRow, TakenAlert } from '../store/ports/store.ts';

/** What an alert may say, while it is open. */
export interface OnTheWay {
  trip?: Trip | undefined;
  /** Said to the home in place of the alert. */
  isUnseen?: boolean;
  coming?: { name: string; due?: { at: string; zone: string } | undefined };
}

/** Nothing from before a restore; a start is told until it is due. */
export async function onTheWay(
  deps: Dependencies,
  { household, alert }: TakenAlert,
  context: AlertContext,
): Promise<OnTheWay> {
  const { store, now } = deps;
  const { about, kind, saidAt, stage } = alert;
  if (saidAt === undefined) {
    const open = await openTrip(deps, household, about as Path, context);
    return { trip: stage === 'start' && open && now() >= Date.parse(open.due) ? undefined : open };
  }
  const rows = [...(await store.followersOf(household)), ...(await store.followsOf(household))];
  const home = rows.find(({ id }) => id === about)?.home;
  const follows = home === undefined ? [] : await followsNow(deps, home);
  const follow = follows.find(({ id }) => id === about);
  if (!follow?.person || isFromBackup(deps, saidAt)) return {};
  // Silence would read as good news.
  if (kind === 'late' && home === household && follow.agreedAt !== null && !follow.visits)
    return { isUnseen: startOf(deps, follow)?.startedAt === saidAt };
  const { name } = follow.person;
  const { trip, expected } = comingOf(follow, now());
  if (kind === 'not-coming') {
    const isOver = !trip && follow.visits?.every(({ open }) => !open);
    return isOver ? { coming: { name } } : {};
  }
  const due = kind === 'awaited' ? expected : trip && { ...trip, saidAt: trip.startedAt, at: trip.due };
  return due?.saidAt === saidAt ? { coming: { name, due } } : {};
}

/** The open way to the host, also of a paused follow. */
function startOf(deps: Dependencies, { coming, visits, seen }: FollowNow): Coming['trip'] {
  const { trip } = openComing(coming, visits ?? (seen ? [seen.visit] : []), deps.now());
  return trip && !isFromBackup(deps, trip.startedAt) ? trip : undefined;
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
  const seen = { household: host, ref: refOf(about, visit), visitor };
  const isSeen = !trip.link || following !== undefined || (await isFollowed(deps, seen));
  return isTripOpen(trip, { now: deps.now(), isLatest, isFollowed: isSeen }) ? trip : undefined;
}

/** For a home whose follow the host ends: it can no longer see how an open trip, home or there, ends, and was not told yet. */
export async function unseenTrip(
  deps: Dependencies,
  row: FollowRow,
): Promise<{ home: Id; alert: Alert } | undefined> {
  const { now } = deps;
  const { id, home, host } = row;
  const follow = (await followsNow(deps, home)).find((one) => one.id === id);
  const { agreedAt, person, seen, visits } = follow ?? {};
  if (!follow || !person || !agreedAt) return undefined;
  const start = startOf(deps, follow);
  const trip = seen && (await openTrip(deps, host, seen.path, { ...seen, following: row }));
  // The home that said the start knows of it.
  const known = trip && (visits || wasPausedSince(agreedAt, trip, person)) ? [trip] : [];
  const isOpen = [...known, ...(start ? [start] : [])].some(
    ({ due }) => visits || now() < Date.parse(due) + BETWEEN_STAGES_MS,
  );
  return isOpen ? { home, alert: { about: id, kind: 'unseen', at: isoTime(now()) } } : undefined;
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
  const path = visitorPath(refOf(about, visit));
  for (const row of await store.followersOf(household)) {
    if (row.visitor !== path || row.agreedAt === null) continue;
    const isSeen = isShared(deps, row, visitor);
    if (isSeen) await notifyFamily(deps, row.home, [{ about: row.id, kind: 'followed-trip', at, stage }]);
    else if (stage === 'ask' && wasPausedSince(row.agreedAt, trip, visitor))
      await notifyFamily(deps, row.home, [{ about: row.id, kind: 'unseen', at }]);
  }
  await store.settleAlert(taken, alertsAfter(about, stage, trip, time)[0]);
}

/** Since the start was told: by another first name, or by a refusal of links. */
function wasPausedSince(agreedAt: string, { startedAt }: Trip, visitor: Friend | Guest): boolean {
  const pausedAt = Math.max(renamedAt(visitor), Date.parse(visitor.linkRefusal?.at ?? '') || 0);
  return agreedAt < startedAt && pausedAt > Date.parse(startedAt) + TAKE_BACK_MS;
}

function refOf(path: Path, { visitor: { kind, id } }: Visit): VisitorRef {
  return { child: documentId(childOf(path)), kind, visitor: id };
}
