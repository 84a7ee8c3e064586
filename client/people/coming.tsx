import { Suspense, useSyncExternalStore } from 'react';
import type { ChildView, Household, VisitorView } from '#client/data/port.ts';
import type { Elements } from '#client/lib/jsx.ts';
import {
  type FollowersPoller,
  isAsking,
  useFollowersOf,
  useFollowersPoller,
  visitorOf,
} from '#client/session/use-followers.ts';
import { useHousehold, useHouseholdPart } from '#client/session/use-household.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { useStableList } from '#client/ui/hooks/use-stable-list.ts';
import { noMessage, suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import type { Id } from '#domain/ids.ts';
import { isSameFirstName } from '#domain/names.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import { HOUR_MS } from '#domain/time.ts';
import { type Coming, openComing } from '#domain/trips/coming.ts';
import { shownUntil } from '#domain/trips/trip.ts';
import { visitorsOf } from './visitors.ts';

/** In ms before an expected time. */
const SHOWN_BEFORE_MS = 2 * HOUR_MS;

/** On the way or expected at `now` (ms), by time. What a home says hides the own word. */
export function comingTo(visitor: VisitorView, followers: readonly Follower[], now: number): Coming[] {
  const { status, hasVisited, timestamp = '', expectedArrival } = visitor;
  const stay = { open: status === 'in', left: hasVisited ? { at: timestamp } : undefined, corrections: [] };
  const open = (coming: Coming = {}): Coming[] => {
    const { trip, expected } = openComing(coming, [stay], now);
    return trip ? [{ trip }] : expected ? [{ expected }] : [];
  };
  const said = followers.flatMap((one) => (isAsking(one) ? [] : open(one.coming)));
  const all = said.length > 0 ? said : open({ expected: expectedArrival });
  return all.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
}

function timeOf({ trip, expected }: Coming): string {
  return trip?.due ?? expected?.at ?? '';
}

/** An expected time is shown from two hours before. */
export function comingSoon(visitor: VisitorView, followers: readonly Follower[], now: number): Coming[] {
  const isSoon = ({ trip, expected }: Coming) =>
    trip !== undefined || now >= Date.parse(expected?.at ?? '') - SHOWN_BEFORE_MS;
  return comingTo(visitor, followers, now).filter(isSoon);
}

/** Without those whose child is here as a friend of another child, which their next reply tells. */
export function stillComing(
  followers: readonly Follower[],
  all: readonly Follower[],
  household: Pick<Household, 'visitor'>,
): Follower[] {
  const hereNow = all.filter((one) => !isAsking(one) && visitorOf(household, one)?.status === 'in');
  // A reply names no home, only its parents.
  const isOfChild = (one: Follower, other: Follower) =>
    one.visitor !== other.visitor &&
    String(one.parents) === String(other.parents) &&
    isSameFirstName(one.name, other.name);
  return followers.filter((one) => !hereNow.some((other) => isOfChild(one, other)));
}

/** On their way here or expected, by time. */
export function useComingVisitors(children: readonly ChildView[]): readonly Id[] {
  const household = useHousehold();
  return useVisitorsBy(children, (visitor, poller, now) => {
    const followers = stillComing(poller.of(visitor.ref), poller.all(), household);
    const [first] = comingSoon(visitor, followers, now);
    return first && timeOf(first);
  });
}

/** Whose way home the list shows, or how it ended. */
export function useOnTheWayHome(children: readonly ChildView[]): readonly Id[] {
  return useVisitorsBy(children, ({ ref, tripVisit }, poller, now) => {
    const isFollowed = poller.homesOf(ref)?.length !== 0;
    return tripVisit && now < shownUntil(tripVisit.trip, isFollowed) ? '' : undefined;
  });
}

/** Keeps its array until it changes, so that memoized lists do not rerender. */
function useVisitorsBy(
  children: readonly ChildView[],
  timeFor: (visitor: VisitorView, poller: FollowersPoller, now: number) => string | undefined,
): readonly Id[] {
  const poller = useFollowersPoller();
  useSyncExternalStore(poller.subscribe, poller.all);
  const now = useNow();
  const found = visitorsOf(children).flatMap((visitor) => {
    const time = timeFor(visitor, poller, now);
    return time === undefined ? [] : [{ time, id: visitor.ref.visitor }];
  });
  return useStableList(found.toSorted((a, b) => (a.time < b.time ? -1 : 1)).map(({ id }) => id));
}

const Line = suspendingComponent(() => import('./trip-words.tsx'), 'ComingLine', noMessage);

/** On the way or expected, else `children`; most rows load nothing. */
export function WhetherComing({ visitor, children }: { visitor: VisitorView; children: Elements }) {
  const followers = useFollowersOf(visitor.ref);
  const poller = useFollowersPoller();
  const still = useHouseholdPart((household) =>
    String(stillComing(followers, poller.all(), household).map(({ id }) => id)),
  );
  const homes = followers.filter(({ id }) => still?.split(',').includes(id));
  const said = comingSoon(visitor, homes, useNow());
  if (said.length === 0) return children;
  return (
    <Suspense fallback={children}>
      <Line said={said} />
    </Suspense>
  );
}
