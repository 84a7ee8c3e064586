import { errorText, useAction } from '#client/forms/use-action.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { useFollowedCalls } from '#client/session/use-followed.ts';
import { useViewPart } from '#client/session/use-household.ts';
import { takingBack } from '#client/shared-visit/answers.tsx';
import { comingWords } from '#client/shared-visit/coming-words.ts';
import { type Filled, plain } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import { HOUR_MS } from '#domain/time.ts';
import { type Coming, openComing, type SaidComing } from '#domain/trips/coming.ts';
import { USUAL_TRIP_MINUTES } from '#domain/trips/trip-fields.ts';
import { useAsOf, useFollowingErrors, useWhom } from './use-following.ts';

/** In ms before the expected time. */
const SOON_MS = 2 * HOUR_MS;

/** Not while the child is there, is going home, or nothing may be shown. */
export function canGo({ agreedAt, child, visit }: Follow): boolean {
  return (
    agreedAt !== null && child !== null && !visit?.open && (!visit?.trip || visit.trip.said !== undefined)
  );
}

/** What this family said and is not over; `words` are those of the last confirmation. */
export function useComing({ coming = {}, child }: Follow): Coming & { words?: Filled; isSoon: boolean } {
  const { language, texts } = useTranslation('details');
  const { asOf } = useAsOf();
  const now = useNow();
  const open = openComing(coming, [], now);
  const words = comingWords(
    open,
    { now: Date.parse(asOf), language, child: child ?? '' },
    texts.following.coming,
  );
  const isSoon = !open.trip && now >= Date.parse(open.expected?.at ?? '') - SOON_MS;
  return { ...open, isSoon, ...(words && { words }) };
}

/** Leaves now; the usual minutes are those of the last start on this device. */
export function useLeaving({ id }: Follow) {
  const usual = useViewPart(({ followed }) => followed?.minutes?.[id]) ?? USUAL_TRIP_MINUTES;
  return (minutes = usual) => ({ says: 'leaves' as const, minutes, zone: deviceZone() });
}

export const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const TAKEN_BACK_BY = { leaves: 'no-trip', expected: 'not-expected' } as const;

/** Needs the network: late it would be false. A toast takes it back. */
export function useSay(row: Follow) {
  const { t, texts, format, language } = useTranslation('details');
  const { coming, visit: visitTexts } = texts.following;
  const { id, name } = row;
  const child = row.child ?? '';
  const calls = useFollowedCalls();
  const toast = useToast();
  const errors = {
    ...useFollowingErrors('end'),
    offline: coming.notTold,
    'checked-in': t(($) => $.following.coming.checkedIn, { name: name ?? '', child }),
    'invalid-request': visitTexts.answers.notPossible,
  };
  const { isBusy, failure, run } = useAction(errors);
  const report = (text: string, undo: () => Promise<unknown>) => {
    const fail = (error: unknown) => toast({ text: errorText(t, error, errors), about: id });
    toast({ text, about: id, onUndo: () => void undo().catch(fail) });
  };
  return {
    isBusy,
    failure,
    say: (said: SaidComing, onDone?: () => void) =>
      void run(async () => {
        const reply = await calls.sayComing(id, said);
        onDone?.();
        if (said.says !== 'leaves' && said.says !== 'expected') return;
        const says = TAKEN_BACK_BY[said.says];
        const words = comingWords(reply.coming ?? {}, { now: correctedNow(), language, child }, coming);
        if (words) report(`${name}: ${plain(words)}`, () => calls.sayComing(id, { says }));
      }),
    /** `home`: the trip's start. */
    sayHome: (home: string) =>
      void run(async () => {
        const visit = await calls.answer(id, { home }).catch(async (error: unknown) => {
          await calls.look();
          throw error;
        });
        const undo = takingBack({ home }, visit);
        const values = { name: visit.visitor, time: format.time(visit.asOf) };
        if (undo) report(plain({ text: visitTexts.trip.youSaid, values }), () => calls.answer(id, undo));
      }),
  };
}

export type Say = ReturnType<typeof useSay>;

/** The names of the buttons of a row, which say whom they are about. */
export function useNaming(row: Follow): (label: string) => { label: string; 'aria-label': string } {
  const whom = useWhom(row);
  return (label) => ({ label, 'aria-label': `${label}. ${whom}` });
}
