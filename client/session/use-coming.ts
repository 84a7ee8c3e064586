import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { Id } from '#domain/ids.ts';
import { parsePath } from '#domain/paths.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import { HOUR_MS } from '#domain/time.ts';
import { useFollowersPoller } from './use-followers.ts';

/** In ms before an expected time. */
export const SHOWN_BEFORE_MS = 2 * HOUR_MS;

/** ISO; undefined if nothing is said, or too early. `now`: ms. */
export function timeOf({ coming: { trip, expected } = {} }: Pick<Follower, 'coming'>, now: number) {
  if (trip || !expected) return trip?.due;
  return now >= Date.parse(expected.at) - SHOWN_BEFORE_MS ? expected.at : undefined;
}

/** Who was on the way or expected here at the server's last reply, by time; the same array until it changes. */
export function useComingVisitors(): readonly Id[] {
  const poller = useFollowersPoller();
  const all = useSyncExternalStore(poller.subscribe, poller.all);
  const now = useNow();
  const coming = all
    .flatMap((one) => ({ time: timeOf(one, now), id: parsePath(one.visitor)?.id ?? '' }))
    .filter(({ time }) => time !== undefined)
    .toSorted((a, b) => ((a.time ?? '') < (b.time ?? '') ? -1 : 1))
    .map(({ id }) => id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text holds the ids of the list.
  return useMemo(() => coming, [coming.join()]);
}

/** Loaded after the first screen; renders nothing. `onChange` must be stable. */
export function WatchComing({ onChange }: { onChange(coming: readonly Id[]): void }) {
  const coming = useComingVisitors();
  useEffect(() => onChange(coming), [coming, onChange]);
  return null;
}
