import type { Alert } from '#domain/alerts.ts';
import type { Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { toSharedVisit } from '#domain/links/link-holder.ts';
import { followingEnd } from '#domain/links/link-life.ts';
import { firstName, isSameFirstName } from '#domain/names.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { type Coming, openComing } from '#domain/trips/coming.ts';
import { isLatestVisit, TAKE_BACK_MS, tripEnd } from '#domain/trips/trip.ts';
import type { Dependencies } from '../dependencies.ts';
import type { FollowedRow, FollowRow, Linked } from '../store/ports/store.ts';
import { isShared } from './visibility.ts';

/** In ms after the time: nobody is asked before. */
const LATE_MS = 10 * MINUTE_MS;

/** `visits`: the latest of the child at this host; undefined while the follow is paused. */
export type FollowNow = FollowedRow & { visits: Visit[] | undefined };

/** One child may be a friend of two of the host's children, by the same first name. */
export async function followsNow(deps: Dependencies, home: Id): Promise<FollowNow[]> {
  const rows = await deps.store.followsOf(home);
  const shared = rows.filter((row) => row.person && isShared(deps, row, row.person));
  return rows.map((row) => {
    const isOfChild = ({ host, name }: FollowedRow) => host === row.host && isSameFirstName(name, row.name);
    const visits = shared.filter(isOfChild).flatMap(({ seen }) => seen?.visit ?? []);
    return { ...row, visits: shared.includes(row) ? visits : undefined };
  });
}

/** What still counts at `now` (ms); an undone check-in brings back what was said. */
export function comingOf(row: FollowNow | undefined, now: number): Coming {
  return row?.visits ? openComing(row.coming, row.visits, now) : {};
}

/** Runs one query for each home that said something. */
export async function comingBy(
  deps: Dependencies,
  hosted: readonly FollowRow[],
): Promise<ReadonlyMap<Id, FollowNow>> {
  const said = hosted.filter(({ coming }) => coming.trip ?? coming.expected);
  const homes = [...new Set(said.map(({ home }) => home))];
  const follows = await Promise.all(homes.map((home) => followsNow(deps, home)));
  return new Map(follows.flat().map((row) => [row.id, row]));
}

/** At `now` (ms): what a link would show, until a check-out was probably forgotten. */
export function visibleVisit(deps: Dependencies, row: FollowedRow, now: number): Linked | undefined {
  const { seen } = row;
  if (!seen || !isShared(deps, row, seen.visitor) || now >= followingEnd(seen.visit)) return undefined;
  return seen;
}

/** Like a link's visit, but nobody sent it. */
export function toFollowedVisit({ visit, path, visitor, child }: Linked, now: number): SharedVisit {
  const isLatest = isLatestVisit(visitor, path);
  const people = { visitor: visitor.name, child: child.name, sender: undefined, isLatest, isFollowed: true };
  return toSharedVisit(visit, people, false, isoTime(now));
}

/** Before the yes a home sees only its question. */
export function followingOf(deps: Dependencies, row: FollowNow, now: number): Follow {
  const { id, askedAt, agreedAt, name, seen, childName = '' } = row;
  const shown = visibleVisit(deps, row, now);
  // After a forgotten check-out nobody knows if the child is there.
  const isKnown = row.visits && (shown || !seen?.visit.open);
  const child = isKnown ? firstName(childName) : null;
  const visit = shown ? toFollowedVisit(shown, now) : null;
  return {
    id,
    askedAt,
    agreedAt,
    name: agreedAt === null ? null : name,
    child,
    visit,
    coming: comingOf(row, now),
  };
}

/** When nothing of it counts any more, ISO. */
export function overAt({ trip, expected }: Coming): string {
  return isoTime(Math.max(0, trip ? tripEnd(trip) : 0, Date.parse(expected?.until ?? '') || 0));
}

/** Of what was said at `saidAt` (ISO) in place of `before`: the host hears of it once it can no longer be taken back. */
export function alertsOfComing(about: Id, before: Coming, { trip, expected }: Coming, saidAt: string) {
  const after = (at: string, ms: number) => isoTime(Date.parse(at) + ms);
  const late: Alert[] = [];
  if (trip?.startedAt === saidAt) late.push({ about, kind: 'late', at: after(trip.due, LATE_MS), saidAt });
  const starts: Alert[] = late.map((one) => ({ ...one, kind: 'coming', at: after(saidAt, TAKE_BACK_MS) }));
  const wasTold = before.trip && saidAt >= after(before.trip.startedAt, TAKE_BACK_MS);
  // Judged then: another start may stand.
  if (wasTold && before.trip?.startedAt !== trip?.startedAt)
    starts.push({ about, kind: 'not-coming', at: after(saidAt, TAKE_BACK_MS), saidAt });
  if (expected?.saidAt === saidAt)
    late.push({ about, kind: 'awaited', at: after(expected.at, LATE_MS), saidAt });
  return { host: [...starts, ...late], home: late };
}
