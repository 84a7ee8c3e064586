import { useId } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { present } from '#client/lib/present.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { dayOf, onDay } from '#client/ui/local-day.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { asksFrom, EVENING_HOUR } from '#domain/visits/open-question.ts';
import styles from './gone-question.module.css';
import { useVisitActions } from './use-visit-actions.ts';

interface Props {
  /** Somebody who is here: a row of the board, or the visitor of the sheet's visit. */
  visitor: VisitorView;
  /** Opens the visit's sheet at the leaving time: `<VisitSheet correct="left" />`. */
  onChooseTime(): void;
  /** Called with every other answer, as the sheet closes then. */
  onAnswered?: () => void;
}

/**
 * Asks whether the visitor of a visit that was left open has gone home, once a visit; renders nothing before the evening.
 * A route puts it into the row of the board. No leaving time is invented: the visit stays open until it is answered.
 */
export function GoneQuestion({ visitor, onChooseTime, onAnswered }: Props) {
  const { t } = useTranslation();
  const question = useId();
  const now = useNow();
  const presence = useVisitorActions();
  const visits = useVisitActions();
  const from = visitor.openVisit && asksFrom({ ...visitor.openVisit, open: true }, eveningOf);
  if (from === undefined || now < from) return null;
  const asked = t(($) => $.visit.question, { name: visitor.name });
  const answers = [
    [t(($) => $.visit.answers.now), () => presence.setStatus(visitor, 'out')],
    [t(($) => $.visit.answers.before), () => visits.leave(visitor, present() - 30 * MINUTE_MS)],
    [t(($) => $.visit.answers.stays), () => visits.stayNight(visitor)],
  ] as const;
  const [leftNow, leftBefore, stays] = answers.map(([answer, act]) => (
    <Button
      key={answer}
      variant="secondary"
      className={styles.answer}
      data-moves
      aria-label={`${answer}. ${asked}`}
      onClick={() => {
        act();
        onAnswered?.();
      }}
    >
      {answer}
    </Button>
  ));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div role="group" aria-labelledby={question} className={styles.question}>
      <p id={question} className={styles.asked}>
        {asked}
      </p>
      <div className={styles.answers}>
        {leftNow}
        {leftBefore}
        <Button
          variant="secondary"
          className={styles.answer}
          aria-label={`${t(($) => $.visit.answers.choose)}. ${asked}`}
          onClick={onChooseTime}
        >
          {t(($) => $.visit.answers.choose)}
        </Button>
        {stays}
      </div>
    </div>
  );
}

/** The evening of a time's local day, by the phone's zone. */
function eveningOf(ms: number): number {
  return onDay(dayOf(ms), `${EVENING_HOUR}:00`);
}
