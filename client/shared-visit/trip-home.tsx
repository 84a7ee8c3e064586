import { useLayoutEffect, useRef } from 'react';
import type { Elements } from '#client/lib/jsx.ts';
import type { SharedTrip, SharedVisit } from '#domain/protocol/link-calls.ts';
import { ActionButton } from './action-button.tsx';
import { type FailedAnswer, type Giving, Undo } from './answers.tsx';
import type { VisitTexts } from './texts/sv.ts';
import styles from './trip-home.module.css';
import { type Clock, Fill, plain, shownTrip, tripWords } from './visit-lines.tsx';

interface Props {
  visit: SharedVisit;
  asOf: string;
  texts: VisitTexts;
  clock: Clock;
  giving: Giving;
  /** Beside it, or alone without a trip. */
  children?: Elements;
}

/** While the child goes home alone; then in the button's place how that ended, so that nothing moves. */
export function TripHome({ visit, asOf, texts, clock, giving, children }: Props) {
  const { give, sending, failed, freshHome, undoButton } = giving;
  const { trip: words, answers } = texts;
  const values = { name: visit.visitor };
  const trip = shownTrip(visit, asOf);
  const [said] = tripWords(visit, asOf, texts, clock);
  const isOwn = trip?.said?.at === freshHome;
  const failure = failed && isRelevant(failed, trip) && answers[failed.words];
  const takeBack = () => freshHome && give({ takesBackHome: freshHome });
  const place = useRef<HTMLDivElement>(null);
  const hadFocus = place.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    // The focused button has disappeared.
    if (hadFocus && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  });
  if (!trip && !failure) return children;
  return (
    <div ref={place} tabIndex={-1} className={`${styles.home} stack gap-2`}>
      <div className={`${styles.first} row gap-2`}>
        {trip && !said && (
          <ActionButton
            strong
            busy={sending !== undefined && 'home' in sending}
            label={plain({ text: words.homeNamed, values })}
            onPress={() => give({ home: trip.startedAt })}
          >
            {words.home}
          </ActionButton>
        )}
        {said && (
          <p className="strong wrap">
            <Fill {...said} text={isOwn ? words.youSaid : said.text} />
            {isOwn && <Undo ref={undoButton} label={answers.undo} onPress={takeBack} />}
          </p>
        )}
        {children}
      </div>
      <div className={`${styles.note} small`}>
        <p role="status" className="muted">
          {freshHome === null ? answers.takenBack : words.note}
        </p>
        {failure && (
          <p role="alert" className={`${styles.failed} strong`}>
            {failure}
          </p>
        )}
      </div>
    </div>
  );
}

/** Until somebody's word settled it. */
function isRelevant({ wanted, words }: FailedAnswer, trip: SharedTrip | undefined): boolean {
  if ('home' in wanted) return trip ? !trip.said : words === 'notPossible';
  return 'takesBackHome' in wanted && trip?.said?.at === wanted.takesBackHome;
}
