import { useState } from 'react';
import { errorText, useAction } from '#client/forms/use-action.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { useFollowedCalls } from '#client/session/use-followed.ts';
import { useViewPart } from '#client/session/use-household.ts';
import { takingBack } from '#client/shared-visit/answers.tsx';
import { comingWords } from '#client/shared-visit/coming-words.ts';
import { clockOf, plain, tripWords } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import { type Coming, openComing, type SaidComing } from '#domain/trips/coming.ts';
import { USUAL_TRIP_MINUTES } from '#domain/trips/trip-fields.ts';
import { useAsOf, useFollowingErrors } from './use-following.ts';

/** Not while the child is there, or nothing may be shown. */
export function canGo({ agreedAt, child, visit }: Follow): boolean {
  return agreedAt !== null && child !== null && !visit?.open;
}

function useComingWords({ child }: Follow) {
  const { language, texts } = useTranslation('details');
  return (coming: Coming, now: number, asOf = now) =>
    comingWords(coming, { now, asOf, language, child: child ?? '' }, texts.following.coming);
}

/** In the words of the last confirmation. */
export function useComing(row: Follow) {
  const { asOf } = useAsOf();
  const now = useNow();
  const open = openComing(row.coming ?? {}, [], now);
  return { ...open, words: useComingWords(row)(open, now, Date.parse(asOf)) };
}

/** Needs the network: late it would be false. A toast takes it back. */
export function useSay(row: Follow) {
  const { t, texts, language } = useTranslation('details');
  const { coming, hidden, visit: visitTexts } = texts.following;
  const { id, name, child } = row;
  const usual = useViewPart(({ followed }) => followed?.minutes?.[id]) ?? USUAL_TRIP_MINUTES;
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const wordsOf = useComingWords(row);
  const calls = useFollowedCalls();
  const toast = useToast();
  const errors = {
    ...useFollowingErrors(),
    offline: coming.notTold,
    'checked-in': t(($) => $.following.coming.checkedIn, { name: name ?? '', child: child ?? '' }),
    'invalid-request': visitTexts.answers.notPossible,
    'not-found': hidden,
  };
  const { isBusy, failure, run } = useAction(errors);
  const state = JSON.stringify([row.visit?.open, row.visit?.trip, row.coming]);
  const [tried, setTried] = useState(state);
  // What was said since, here or by others, makes it untrue.
  const isOutdated = failure === coming.notTold && state !== tried;
  const lookAgain = (error: unknown) => {
    setTried(state);
    void calls.look();
    throw error;
  };
  const report = (text: string, undo: () => Promise<unknown>) => {
    const fail = (error: unknown) => toast({ text: errorText(t, error, errors), about: id });
    toast({ text, about: id, onUndo: () => void undo().catch(fail) });
  };
  /** "Ella: På väg sedan 14:50 · väntas 15:05", of what was just said. */
  const sentenceOf = (said: Coming = {}) => {
    const words = wordsOf(said, correctedNow());
    return words ? `${name}: ${plain(words)}` : '';
  };
  return {
    isBusy,
    failure: isOutdated ? undefined : failure,
    sentenceOf,
    /** As many minutes as last time on this device. */
    leaving: (minutes = usual) => ({ says: 'leaves' as const, minutes, zone }),
    expecting: (time: { at: string; until: string }) => ({ says: 'expected' as const, ...time, zone }),
    say: (said: SaidComing, onDone: () => void) =>
      void run(async () => {
        const reply = await calls.sayComing(id, said).catch(lookAgain);
        onDone();
        if (said.says !== 'leaves' && said.says !== 'expected') return;
        const says = said.says === 'leaves' ? 'no-trip' : 'not-expected';
        report(sentenceOf(reply.coming), () => calls.sayComing(id, { says }));
      }),
    /** `home`: the trip's start. */
    sayHome: (home: string) =>
      void run(async () => {
        const visit = await calls.answer(id, { home }).catch(lookAgain);
        const undo = takingBack({ home }, visit);
        const clock = clockOf(visit, visit.asOf, language);
        const [words] = tripWords(visit, visit.asOf, visitTexts, clock, true);
        if (undo && words) report(plain(words), () => calls.answer(id, undo));
      }),
  };
}
