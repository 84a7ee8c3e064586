import { Suspense, useSyncExternalStore } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import type { Elements } from '#client/lib/jsx.ts';
import { isAsking, useFollowersOf, useFollowersPoller } from '#client/session/use-followers.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { useStableList } from '#client/ui/hooks/use-stable-list.ts';
import { noMessage, suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import type { Id } from '#domain/ids.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import { HOUR_MS } from '#domain/time.ts';
import { type Coming, openComing } from '#domain/trips/coming.ts';

/** In ms before an expected time. */
const SHOWN_BEFORE_MS = 2 * HOUR_MS;

/** Who is on the way or expected, as the lists show it at `now` (ms), by time. What a home says hides the own word. */
export function comingTo(visitor: VisitorView, followers: readonly Follower[], now: number): Coming[] {
  const { status, hasVisited, timestamp = '', expectedArrival } = visitor;
  if (followers.length === 0 && !expectedArrival) return [];
  const left = hasVisited ? { at: timestamp } : undefined;
  const stay = { open: status === 'in', left, corrections: [] };
  const homes = followers.filter((one) => !isAsking(one)).map(({ coming }) => coming ?? {});
  const open = homes.map((coming) => openComing(coming, [stay], now));
  const isSaid = open.some(({ trip, expected }) => trip ?? expected);
  const all = isSaid ? open : [openComing({ expected: expectedArrival }, [stay], now)];
  return all.flatMap(({ trip, expected }) => shownOf({ trip, expected }, now)).toSorted(byTime);
}

function shownOf({ trip, expected }: Coming, now: number): Coming[] {
  if (trip) return [{ trip }];
  return expected && now >= Date.parse(expected.at) - SHOWN_BEFORE_MS ? [{ expected }] : [];
}

function byTime(a: Coming, b: Coming): number {
  const timeOf = ({ trip, expected }: Coming) => trip?.due ?? expected?.at ?? '';
  return timeOf(a) < timeOf(b) ? -1 : 1;
}

/** By time; the same array until it changes. */
export function useComingVisitors(children: readonly ChildView[]): readonly Id[] {
  const poller = useFollowersPoller();
  useSyncExternalStore(poller.subscribe, poller.all);
  const now = useNow();
  const coming = children
    .flatMap(({ friends, guests }) => [...friends, ...guests])
    .flatMap(({ ref, ...visitor }) =>
      comingTo({ ref, ...visitor }, poller.of(ref), now).map((said) => ({ ...said, id: ref.visitor })),
    );
  return useStableList(coming.toSorted(byTime).map(({ id }) => id));
}

const Line = suspendingComponent(() => import('./coming-line.tsx'), 'ComingLine', noMessage);

/** On the way or expected, else `children`; most rows load nothing. */
export function WhetherComing({ visitor, children }: { visitor: VisitorView; children: Elements }) {
  const said = comingTo(visitor, useFollowersOf(visitor.ref), useNow());
  if (said.length === 0) return children;
  return (
    <Suspense fallback={children}>
      <Line said={said} />
    </Suspense>
  );
}
