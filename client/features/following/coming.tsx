import { useAction } from '#client/forms/use-action.ts';
import { useFollowedCalls } from '#client/session/use-followed.ts';
import { useViewPart } from '#client/session/use-household.ts';
import { comingWords } from '#client/shared-visit/coming-words.ts';
import type { Filled } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import { HOUR_MS } from '#domain/time.ts';
import { type Coming, openComing, type SaidComing } from '#domain/trips/coming.ts';
import { USUAL_TRIP_MINUTES } from '#domain/trips/trip-fields.ts';
import styles from './following.module.css';
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
export function useComing({ coming = {}, child }: Follow): Coming & { words: Filled | undefined } {
  const { language, texts } = useTranslation('details');
  const { asOf } = useAsOf();
  const open = openComing(coming, [], useNow());
  const about = { now: Date.parse(asOf), language, child: child ?? '' };
  return { ...open, words: comingWords(open, about, texts.following.coming) };
}

export const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Those of the last start on this device. */
export function useUsualMinutes({ id }: Follow): number {
  return useViewPart(({ followed }) => followed?.minutes?.[id]) ?? USUAL_TRIP_MINUTES;
}

/** Needs the network; never queued, as a late start would be false. */
export function useSayComing({ id, name, child }: Follow) {
  const { t, texts } = useTranslation('details');
  const calls = useFollowedCalls();
  const { isBusy, failure, run } = useAction({
    ...useFollowingErrors('end'),
    offline: texts.following.coming.notTold,
    'checked-in': t(($) => $.following.coming.checkedIn, { name: name ?? '', child: child ?? '' }),
  });
  const say = async (said: SaidComing, onDone: () => void) => {
    await calls.sayComing(id, said);
    onDone();
  };
  return { isBusy, failure, say: (...one: Parameters<typeof say>) => void run(() => say(...one)) };
}

interface Props {
  row: Follow;
  /** DOM id, focused once the pressed button is gone. */
  focusAfter: string;
  onOpen(): void;
}

export function ComingButtons({ row, focusAfter, onOpen }: Props) {
  const { texts } = useTranslation('details');
  const { coming } = texts.following;
  const whom = useWhom(row);
  const { trip, expected } = useComing(row);
  const isSoon = useNow() >= Date.parse(expected?.at ?? '') - SOON_MS;
  const minutes = useUsualMinutes(row);
  const { isBusy, failure, say } = useSayComing(row);
  const press = (said: SaidComing) => say(said, () => keepFocus(focusAfter));
  const open = trip || expected ? texts.common.edit : coming.goes;
  return (
    <>
      <Button
        variant={trip || expected ? 'quiet' : 'secondary'}
        aria-haspopup="dialog"
        label={open}
        aria-label={`${open}. ${whom}`}
        onClick={onOpen}
      />
      {trip && (
        <Button
          variant="secondary"
          label={texts.common.undo}
          aria-label={`${texts.common.undo}. ${whom}`}
          busy={isBusy}
          onClick={() => press({ says: 'no-trip' })}
        />
      )}
      {!trip && isSoon && (
        <Button
          variant="secondary"
          label={coming.goesNow}
          aria-label={`${coming.goesNow}. ${whom}`}
          busy={isBusy}
          onClick={() => press({ says: 'leaves', minutes, zone: deviceZone() })}
        />
      )}
      {failure && (
        <p role="alert" className={`${styles.failed} small strong`}>
          {failure}
        </p>
      )}
    </>
  );
}
