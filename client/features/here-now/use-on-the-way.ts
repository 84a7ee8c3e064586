import { useMemo, useSyncExternalStore } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { useFollowersPoller } from '#client/session/use-followers.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { Id } from '#domain/ids.ts';
import { shownUntil } from '#domain/trips/trip.ts';

/** Visitors whose way home the list shows, or how it ended; the same array until it changes. */
export function useOnTheWay(children: readonly ChildView[]): readonly Id[] {
  const now = useNow();
  const poller = useFollowersPoller();
  useSyncExternalStore(poller.subscribe, poller.all);
  const shown = children
    .flatMap(({ friends, guests }) => [...friends, ...guests])
    .filter(
      ({ tripVisit, ref }) =>
        tripVisit && now < shownUntil(tripVisit.trip, poller.homesOf(ref)?.length !== 0),
    )
    .map(({ ref }) => ref.visitor);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text holds the ids of the list.
  return useMemo(() => shown, [shown.join()]);
}
