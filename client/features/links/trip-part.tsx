import Footprints from 'lucide-react/icons/footprints';
import { useId, useState } from 'react';
import * as v from 'valibot';
import type { VisitView } from '#client/data/port.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { Dotted } from '#client/lib/dot.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import { type TripOf, useSayHome, useTrip } from '#client/people/trip-words.tsx';
import { useTripActions } from '#client/session/use-trip-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useIsRecent } from '#client/ui/hooks/use-now.ts';
import { firstName } from '#domain/names.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { TRIP_OFFER_MS, tapOf } from '#domain/trips/trip.ts';
import { TRIP_CHOICES, tripMinutesSchema, USUAL_TRIP_MINUTES } from '#domain/trips/trip-fields.ts';
import styles from './links.module.css';
import { OtherTime } from './sharing-part.tsx';

interface Props {
  visit: VisitView;
  onDone(): void;
}

/** Offered for ten minutes after a check-out of now; nothing for most visits. */
export function TripPart({ visit, onDone }: Props) {
  const { texts } = useTranslation();
  const { undo, added, corrections, trip } = visit;
  const isGiven = added || corrections.some(({ end, from }) => end === 'left' && from === undefined);
  const isRecent = useIsRecent(tapOf(visit, 'left'), TRIP_OFFER_MS);
  if (trip && trip.over?.how !== 'taken-back')
    return <Begun trip={{ ...visit, trip, isLatest: undo !== undefined }} {...{ visit, onDone }} />;
  if (visit.open || !isRecent || isGiven || !undo) return null;
  return (
    <Section title={texts.trip.start}>
      <Minutes visit={visit} onDone={onDone} />
    </Section>
  );
}

function Section({ title, children }: { title: string; children: Elements }) {
  const { texts } = useTranslation('details');
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="divided stack gap-2">
      <h3 id={heading} className="medium line gap-2 wrap">
        <Footprints size={18} />
        <span>
          <Dotted text={title} />
        </span>
      </h3>
      {children}
      <p className="muted small">{texts.trips.onlyPresses}</p>
    </section>
  );
}

function Begun({ visit, trip, onDone }: Props & { trip: TripOf }) {
  const { t, texts } = useTranslation('details');
  const { isOpen, state, words } = useTrip(trip);
  const { takeBack } = useTripActions();
  const sayHome = useSayHome();
  const thenClose = (act: (of: TripOf) => Promise<void>) => () => {
    void act(trip);
    onDone();
  };
  const theyCalled = t(($) => $.trips.theyCalled, { name: firstName(visit.name) });
  return (
    <Section title={words[state]}>
      {isOpen && state !== 'unsent' && (
        <Button variant="secondary" label={theyCalled} onClick={thenClose(sayHome)} />
      )}
      {isOpen && <Minutes visit={visit} onDone={onDone} />}
      {isOpen && <Button variant="quiet" label={texts.trips.takeBack} onClick={thenClose(takeBack)} />}
    </Section>
  );
}

function Minutes({ visit, onDone }: Props) {
  const { texts, format } = useTranslation('details');
  const { start } = useTripActions();
  const [isTyping, setTyping] = useState(false);
  const begin = (minutes: number) => {
    void start(visit, { op: visit.left?.op ?? '', at: Date.parse(tapOf(visit, 'left') ?? '') }, minutes);
    onDone();
  };
  return (
    <>
      <div className={`${styles.times} stack gap-2`}>
        {TRIP_CHOICES.map((minutes) => {
          const label = format.duration(minutes * MINUTE_MS);
          return (
            <Button
              key={minutes}
              variant="secondary"
              className={`${styles.choice} numbers`}
              label={label}
              aria-label={`${texts.trip.start}, ${label}`}
              onClick={() => begin(minutes)}
            />
          );
        })}
        <Button
          variant="secondary"
          className={styles.choice}
          aria-expanded={isTyping}
          label={texts.links.otherTime}
          onClick={() => setTyping(!isTyping)}
        />
      </div>
      {isTyping && (
        <OtherTime
          planned=""
          usual={(Math.floor(correctedNow() / MINUTE_MS) + USUAL_TRIP_MINUTES) * MINUTE_MS}
          isPossible={(at, now) => v.is(tripMinutesSchema, minutesUntil(at, now))}
          onChoose={(at) => begin(minutesUntil(at, correctedNow()))}
        />
      )}
    </>
  );
}

/** In ms; from the minute of the tap, so that the time is shown as chosen. */
function minutesUntil(at: number, now: number): number {
  return at / MINUTE_MS - Math.floor(now / MINUTE_MS);
}
