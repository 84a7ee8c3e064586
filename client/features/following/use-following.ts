import { useMemo } from 'react';
import type { ErrorTexts } from '#client/forms/use-action.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { useViewPart } from '#client/session/use-household.ts';
import {
  answerLines,
  type Clock,
  clockOf,
  endWords,
  headlineOf,
  linesOf,
  tripWords,
} from '#client/shared-visit/visit-lines.tsx';
import type { following } from '#client/translations/sv/following.ts';
import type { Translated } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useIsRecent, useNow } from '#client/ui/hooks/use-now.ts';
import type { Id } from '#domain/ids.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';

/** In ms: two polls have failed, or the page was hidden. */
const STALE_MS = 75_000;

/** Undefined once it is gone. */
export function useFollowing(id: Id): Follow | undefined {
  return useViewPart(({ followed }) => followed?.following.find((row) => row.id === id));
}

/** `asOf`: the server's last answer, ISO; `isStale` if it may differ by now. */
export function useAsOf(): { asOf: string; isStale: boolean; time: string } {
  const { format } = useTranslation();
  const asOf = useViewPart(({ followed }) => followed?.asOf) ?? isoTime(correctedNow());
  const isOffline = useViewPart(({ offline }) => offline) ?? false;
  const isRecent = useIsRecent(asOf, STALE_MS);
  useNow();
  return { asOf, isStale: isOffline || !isRecent, time: format.sinceTime(asOf) };
}

/** Distinguishes two follows of one child. */
export function useWhom({ name, child }: Pick<Follow, 'name' | 'child'>): string {
  const { t } = useTranslation('details');
  return child === null ? (name ?? '') : t(($) => $.following.whom, { name: name ?? '', child });
}

/** `lines`: below the headline; `row`: those of the board, which keep its height as "is home" is said. */
export function wordsOf(
  visit: SharedVisit,
  asOf: string,
  { here, visit: texts }: Translated<typeof following>,
  clock: Clock,
) {
  const { open, arrived, visitor: name, child } = visit;
  const all = linesOf(visit, asOf, texts, clock).map(({ filled }) => filled);
  const isHere = open && arrived;
  const headline = isHere
    ? endWords(arrived, { text: here, values: { name, child } }, texts, clock)
    : headlineOf(visit, asOf, texts);
  const lines = isHere ? all.slice(1) : all;
  const over = tripWords(visit, asOf, texts, clock);
  const [said, _sent, reply = said] = answerLines(visit, texts, clock);
  const ends = [...over, ...(reply ? [reply] : [])];
  return { headline, lines, ends, row: [...lines.slice(over.length), ...ends] };
}

export function useVisitWords(visit: SharedVisit | null | undefined) {
  const { language, texts } = useTranslation('details');
  const { asOf } = useAsOf();
  const today = useNow();
  return useMemo(() => {
    if (!visit) return undefined;
    const clock = clockOf(visit, isoTime(today), language);
    return { ...wordsOf(visit, asOf, texts.following, clock), clock };
  }, [visit, asOf, today, language, texts]);
}

export function useFollowingErrors(): ErrorTexts {
  const { t, texts, format } = useTranslation('details');
  const { expired, limit } = texts.following.failures;
  return {
    'link-expired': expired,
    'follower-limit': limit,
    // Up to a day, which nobody counts in minutes.
    'too-many-requests': ({ retryAfter = 60 }) => {
      const time = format.timeUnder(correctedNow(), correctedNow() + retryAfter * 1000);
      return t(($) => $.following.failures.later, { time });
    },
  };
}
