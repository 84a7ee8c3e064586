import { useId } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { present } from '#client/lib/present.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { MINUTE_MS } from '#domain/time.ts';
import styles from './gone-question.module.css';
import { useVisitActions } from './use-visit-actions.ts';

export interface GoneQuestionProps {
  /** Somebody who is here: a row of the board, or the visitor of the sheet's visit. */
  visitor: VisitorView;
  /** Opens the visit's sheet at the leaving time: `<VisitSheet correct="left" />`. */
  onChooseTime(): void;
  /** Called with every other answer, as the sheet closes then. */
  onAnswered?: () => void;
}

interface Props extends GoneQuestionProps {
  /** It keeps its place without effect. */
  isAnswered: boolean;
}

/** The question whether a visitor has gone home, and its answers. */
export function GoneAnswers({ visitor, onChooseTime, onAnswered, isAnswered }: Props) {
  const { t, texts } = useTranslation(['rare']);
  const question = useId();
  const presence = useVisitorActions();
  const visits = useVisitActions();
  const asked = t(($) => $.visit.question, { name: visitor.name });
  const { now, before, choose, stays } = texts.visit.answers;
  const answers = [
    [now, () => presence.setStatus(visitor, 'out')],
    [before, () => visits.leave(visitor, present() - 30 * MINUTE_MS)],
    [choose, undefined],
    [stays, () => visits.stayNight(visitor)],
  ] as const;
  const answered = (act: () => void) => () => {
    act();
    onAnswered?.();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div
      role="group"
      aria-labelledby={question}
      className={`${styles.question} stack gap-2 box notice`}
      inert={isAnswered}
    >
      <p id={question} className="strong wrap">
        {asked}
      </p>
      <div className={`${styles.answers} stack gap-2`}>
        {answers.map(([answer, act]) => (
          <Button
            key={answer}
            variant="secondary"
            className={styles.answer}
            data-moves={act && true}
            label={answer}
            aria-label={`${answer}. ${asked}`}
            onClick={act ? answered(act) : onChooseTime}
          />
        ))}
      </div>
    </div>
  );
}
