import type { VisitorView } from '#client/data/port.ts';
import { Dotted } from '#client/lib/dot.tsx';
import { CompactRow } from '#client/people/compact-row.tsx';
import { NoteMark } from '#client/people/marks.tsx';
import { CallLink } from '#client/people/person-buttons.tsx';
import type { Tone } from '#client/people/person-name.tsx';
import { type TripOf, useSayHome, useTrip } from '#client/people/trip-words.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useFrozenValue } from '#client/ui/hooks/use-frozen.ts';
import { Left, RowState } from './row-parts.tsx';
import styles from './trip-row.module.css';

interface Props {
  visitor: VisitorView;
  tone: Tone;
  onOpen(visitor: VisitorView): void;
}

/** In the place of the visitor's row. */
export function TripRow({ visitor: shown, ...row }: Props) {
  const visitor = useVisitor(shown);
  const tripVisit = visitor.tripVisit ?? shown.tripVisit;
  if (!tripVisit) return null;
  const isLatest = visitor.tripVisit !== undefined;
  const trip = { ref: shown.ref, name: shown.name, ...tripVisit, isLatest };
  return <Row {...row} visitor={visitor} trip={trip} />;
}

/** The box follows the frozen list (decision 0023), words follow now. */
function Row({ visitor, tone, trip, onOpen }: Props & { trip: TripOf }) {
  const { state, words } = useTrip(trip);
  const isAsking = state === 'late' || state === 'silent';
  const isBoxed = isAsking || state === 'unsent';
  const hasBox = useFrozenValue(isBoxed);
  const isAway = state === 'unsent' || (isAsking && !hasBox);
  const line = isAway ? words.away : hasBox ? '' : words[state];
  return (
    <CompactRow
      id={visitor.ref.visitor}
      name={trip.name}
      tone={tone}
      mark={<NoteMark visitor={visitor} />}
      gone={visitor.status === 'in' ? 'in' : undefined}
      onOpen={() => onOpen(visitor)}
      note={hasBox && <Box {...{ visitor, trip, isAsking }} words={words[state]} isOver={!isBoxed} />}
    >
      <RowState visitor={visitor} listed="out">
        {line ? <Dotted text={line} /> : <Left visitor={visitor} isShort={false} />}
      </RowState>
    </CompactRow>
  );
}

interface BoxProps {
  visitor: VisitorView;
  trip: TripOf;
  words: string;
  /** The server holds the start. */
  isAsking: boolean;
  /** Keeps its place until the list changes. */
  isOver: boolean;
}

function Box({ visitor, trip, words, isAsking, isOver }: BoxProps) {
  const { texts } = useTranslation('details');
  const sayHome = useSayHome();
  const { name, ref, contactE164, parentContact } = visitor;
  const { isHome } = texts.trips;
  return (
    <div className={`${styles.trip} stack gap-2 box notice`} inert={isOver}>
      <p className="strong wrap">
        <Dotted text={words} />
      </p>
      <div className={`${styles.buttons} stack gap-2`}>
        {ref.kind === 'friend' && <CallLink hasWord name={name} phone={contactE164 ?? parentContact} />}
        {isAsking && (
          <Button
            variant="secondary"
            data-moves
            label={isHome}
            aria-label={`${isHome}. ${name}`}
            onClick={() => void sayHome(trip)}
          />
        )}
      </div>
    </div>
  );
}
