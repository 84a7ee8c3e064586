import { useMemo } from 'react';
import { present } from '#client/lib/present.ts';
import { useViewPart } from '#client/session/use-household.ts';
import { type Clock, clockOf } from '#client/shown-visit/visit-lines.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useIsRecent, useNow } from '#client/ui/hooks/use-now.ts';
import type { Id } from '#domain/ids.ts';
import type { Following } from '#domain/protocol/following-calls.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';

/** A reply that is older, in ms, is no longer the present: two looks have failed, or the page was hidden. */
const STALE_MS = 75_000;

/** A row of what is followed as it is now; undefined if it is gone. */
export function useFollowing(id: Id): Following | undefined {
  return useViewPart(({ followed }) => followed?.following.find((row) => row.id === id));
}

/** The time at which the server last said what is followed: ISO, and in words; `isStale` if it may be otherwise by now. */
export function useAsOf(): { asOf: string; isStale: boolean; time: string } {
  const { format } = useTranslation();
  const asOf = useViewPart(({ followed }) => followed?.asOf) ?? isoTime(present());
  const isOffline = useViewPart(({ offline }) => offline) ?? false;
  const isRecent = useIsRecent(asOf, STALE_MS);
  useNow();
  return { asOf, isStale: isOffline || !isRecent, time: format.sinceTime(asOf) };
}

/** The clock of a visit, in the zone of the place where it is. */
export function useClock(visit: ShownVisit): Clock {
  const { language } = useTranslation();
  const today = useNow();
  return useMemo(() => clockOf(visit, isoTime(today), language), [visit, today, language]);
}

/** Names a child who is followed, and the other family's, by which two followings of one child differ. */
export function useWhom({ name, child }: Pick<Following, 'name' | 'child'>): string {
  const { t } = useTranslation(['following']);
  return child === null ? (name ?? '') : t(($) => $.following.whom, { name: name ?? '', child });
}
