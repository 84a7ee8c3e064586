import type { Alert } from '#domain/alerts.ts';
import type { Friend, Guest, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { childOf, documentId, type Path, visitorPath } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import {
  alertAfter,
  isLatestVisit,
  isTripOpen,
  TAKE_BACK_MS,
  tellsDeparture,
  wasAsked,
} from '#domain/trips/trip.ts';
import type { Trip } from '#domain/trips/trip-fields.ts';
import type { Dependencies } from '../dependencies.ts';
import { comingOf, followOf } from '../following/coming.ts';
import { notifyFamily } from '../following/notify-family.ts';
import { isFollowed, isShared, renamedAt } from '../following/visibility.ts';
import type { AlertContext, FollowRow, TakenAlert } from '../store/ports/store.ts';

/**
 * The trip that an alert may speak of: of its own visit, or of the latest that a home follows. None from before a
 * restore.
 */
export async function openTrip(
  deps: Dependencies,
  { household, alert }: { household: Id; alert: Pick<Alert, 'about'> },
  { visit, visitor, following }: Pick<AlertContext, 'visit' | 'visitor' | 'following'>,
): Promise<Trip | undefined> {
  const { store, now } = deps;
  const trip = visit?.trip;
  const about = alert.about as Path<'visit'>;
  if (!trip || !visitor || Date.parse(trip.startedAt) <= (store.restored()?.at ?? 0)) return undefined;
  const isLatest = following !== undefined || isLatestVisit(visitor, documentId(about));
  const isSeen =
    !trip.link ||
    following !== undefined ||
    (await isFollowed(deps, household, visitorIn(about, visit), visitor));
  return isTripOpen(trip, { now: now(), isLatest, isFollowed: isSeen }) ? trip : undefined;
}

/** Of a child on the way to the host, who asked when and where it is due; undefined if that is over. */
export async function comingTold(
  deps: Dependencies,
  { household, alert }: Pick<TakenAlert, 'household' | 'alert'>,
): Promise<{ name: string; due: string; zone: string } | undefined> {
  const { row, rows } = (await followOf(deps, household, alert.about)) ?? {};
  if (!row?.person || !rows || Date.parse(alert.saidAt ?? '') <= (deps.store.restored()?.at ?? 0))
    return undefined;
  const { trip, expected } = comingOf(deps, row, rows, deps.now());
  const { name } = row.person;
  if (alert.kind === 'awaited')
    return expected && expected.saidAt === alert.saidAt
      ? { name, due: expected.at, zone: expected.zone }
      : undefined;
  return trip && trip.startedAt === alert.saidAt ? { name, due: trip.due, zone: trip.zone } : undefined;
}

/** A departure of which the trip's own alert tells. */
export async function isToldByTrip(deps: Dependencies, taken: TakenAlert): Promise<boolean> {
  if (taken.alert.kind !== 'followed' || taken.alert.tap?.status !== 'out') return false;
  const context = await deps.store.alertContext(taken, isoTime(deps.now()));
  const trip = context && (await openTrip(deps, taken, context));
  return trip !== undefined && tellsDeparture(trip, taken.alert);
}

/** For a home whose follow the host ends: it can no longer see how an open trip ends, and was not told yet. */
export async function unseenTrip(deps: Dependencies, row: FollowRow): Promise<Alert[]> {
  const { store, now } = deps;
  const { id, home, host: household, agreedAt } = row;
  const { seen } = (agreedAt === null ? undefined : await store.followed(home, id)) ?? {};
  if (!seen) return [];
  const { path: about, visit, visitor } = seen;
  const known = { visit, visitor, following: row };
  const trip = await openTrip(deps, { household, alert: { about } }, known);
  const wasTold = trip && wasAsked(trip, now()) && !isShared(deps, row, visitor);
  return trip && !wasTold ? [{ about: id, kind: 'unseen', at: isoTime(now()) }] : [];
}

/** Tells each home that follows, then waits in its own place for the next stage. */
export async function passOn(deps: Dependencies, taken: TakenAlert): Promise<void> {
  const { store, now } = deps;
  const { household, alert } = taken;
  const about = alert.about as Path<'visit'>;
  const { stage = 'start' } = alert;
  const time = now();
  const at = isoTime(time);
  const context = await store.alertContext(taken, at);
  const trip = context && (await openTrip(deps, taken, context));
  if (!trip || !context.visit || !context.visitor) return store.settleAlert(taken);
  const { visit, visitor } = context;
  const isOver = stage === 'start' && time >= Date.parse(trip.due);
  for (const row of isOver ? [] : await store.followersOf(household)) {
    if (row.visitor !== visitorIn(about, visit) || row.agreedAt === null) continue;
    const isSeen = isShared(deps, row, visitor);
    if (isSeen) await notifyFamily(deps, row.home, [{ about: row.id, kind: 'followed-trip', at, stage }]);
    else if (stage === 'ask' && wasToldOfStart(row.agreedAt, trip, visitor))
      await notifyFamily(deps, row.home, [{ about: row.id, kind: 'unseen', at }]);
  }
  await store.followAlert(taken, alertAfter(about, stage, trip, time));
}

/** Consent was paused since the start was told: by another first name, or by a refusal of links. */
function wasToldOfStart(agreedAt: string, { startedAt }: Trip, visitor: Friend | Guest): boolean {
  const pausedAt = Math.max(renamedAt(visitor), Date.parse(visitor.linkRefusal?.at ?? '') || 0);
  return agreedAt < startedAt && pausedAt > Date.parse(startedAt) + TAKE_BACK_MS;
}

function visitorIn(path: Path<'visit'>, { visitor: { kind, id } }: Visit): Path {
  return visitorPath({ child: documentId(childOf(path)), kind, visitor: id });
}
