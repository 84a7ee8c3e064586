import type { VisitView } from '#client/data/port.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { SheetPart } from '#client/people/sheet-part.tsx';
import { type TripOf, useSayHome, useTrip } from '#client/people/trip-words.tsx';
import { useTripActions } from '#client/session/use-trip-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useIsRecent } from '#client/ui/hooks/use-now.ts';
import { firstName } from '#domain/names.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { TRIP_OFFER_MS, tapOf } from '#domain/trips/trip.ts';
import { minutesUntil, TRIP_CHOICES, USUAL_TRIP_MINUTES } from '#domain/trips/trip-fields.ts';
import { TimeChoices } from './time-choices.tsx';

interface Props {
  visit: VisitView;
  onDone(): void;
}

/** Offered for ten minutes after a check-out of now; nothing for most visits. */
export function TripPart({ visit, onDone }: Props) {
  const { texts } = useTranslation('details');
  const { open, undo, added, corrections, trip } = visit;
  const isGiven = added || corrections.some(({ end, from }) => end === 'left' && from === undefined);
  const isRecent = useIsRecent(tapOf(visit, 'left'), TRIP_OFFER_MS);
  const isOffered = !open && isRecent && !isGiven && undo;
  const isBegun = trip && trip.over?.how !== 'taken-back';
  if (isBegun) return <Begun trip={{ ...visit, trip }} visit={visit} onDone={onDone} />;
  if (!isOffered) return null;
  return (
    <SheetPart title={texts.trip.start}>
      <Minutes visit={visit} onDone={onDone} />
    </SheetPart>
  );
}

function Begun({ visit, trip, onDone }: Props & { trip: TripOf }) {
  const { t, texts } = useTranslation('details');
  const { isOpen, isUnsent, line, question } = useTrip(trip);
  const { takeBack } = useTripActions();
  const sayHome = useSayHome();
  const thenClose = (act: (of: TripOf) => Promise<void>) => () => {
    void act(trip);
    onDone();
  };
  const theyCalled = t(($) => $.trips.theyCalled, { name: firstName(visit.name) });
  if (!question && !line) return null;
  return (
    <SheetPart title={question ?? line}>
      {isOpen && !isUnsent && <Button variant="secondary" label={theyCalled} onClick={thenClose(sayHome)} />}
      {isOpen && <Minutes visit={visit} onDone={onDone} />}
      {isOpen && <Button variant="quiet" label={texts.trips.takeBack} onClick={thenClose(takeBack)} />}
    </SheetPart>
  );
}

function Minutes({ visit, onDone }: Props) {
  const { texts, format } = useTranslation('details');
  const { start } = useTripActions();
  const begin = (minutes?: number) => {
    void start(visit, { op: visit.left?.op ?? '', at: Date.parse(tapOf(visit, 'left') ?? '') }, minutes);
    onDone();
  };
  return (
    <>
      <TimeChoices
        choices={TRIP_CHOICES.map((minutes) => {
          const label = format.duration(minutes * MINUTE_MS);
          return { label, 'aria-label': `${texts.trip.start}, ${label}`, onClick: () => begin(minutes) };
        })}
        planned=""
        usual={(Math.floor(correctedNow() / MINUTE_MS) + USUAL_TRIP_MINUTES) * MINUTE_MS}
        isPossible={(at, now) => minutesUntil(at, now) !== undefined}
        onChoose={(at) => begin(minutesUntil(at, correctedNow()))}
      />
      <p className="muted small">{texts.following.visit.trip.note}</p>
    </>
  );
}
