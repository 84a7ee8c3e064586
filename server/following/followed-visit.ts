import { toSharedVisit } from '#domain/links/link-holder.ts';
import { followingEnd } from '#domain/links/link-life.ts';
import { firstName } from '#domain/names.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';
import { isLatestVisit } from '#domain/trips/trip.ts';
import type { Dependencies } from '../dependencies.ts';
import type { FollowedRow, Linked } from '../store/ports/store.ts';
import { comingOf, type FollowNow } from './coming.ts';
import { isShared } from './visibility.ts';

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

export type Seen = Linked & { row: FollowedRow };
