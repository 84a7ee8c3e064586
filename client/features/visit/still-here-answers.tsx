import { type MouseEvent, useId, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import styles from '#client/people/question.module.css';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { MINUTE_MS } from '#domain/time.ts';
import { useVisitActions } from './use-visit-actions.ts';

export interface StillHerePromptProps {
  visitor: VisitorView;
  /** Opens `<VisitSheet correct="left" />`. */
  onChooseTime(): void;
}

interface Props extends StillHerePromptProps {
  /** By another parent: keeps its place without effect. */
  isAnswered: boolean;
}

export function StillHereAnswers({ visitor, onChooseTime, isAnswered }: Props) {
  const { t, texts } = useTranslation('details');
  const question = useId();
  const presence = useVisitorActions();
  const visits = useVisitActions();
  const asked = t(($) => $.visit.question, { name: visitor.name });
  const { now, before, choose, stays } = texts.visit.answers;
  const answers = [
    [now, () => presence.setStatus(visitor, 'out')],
    [before, () => visits.leave(visitor, correctedNow() - 30 * MINUTE_MS)],
    [choose, undefined],
    [stays, () => visits.stayNight(visitor)],
  ] as const;
  const [isOwn, setOwn] = useState(false);
  const giving = (act: () => unknown) => (event: MouseEvent) => {
    act();
    setOwn(true);
    // The pressed button disappears.
    if (event.detail === 0)
      event.currentTarget.closest('li')?.querySelector<HTMLElement>('[data-tap]')?.focus();
  };
  if (isAnswered && isOwn) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div
      role="group"
      aria-labelledby={question}
      className={`${styles.question} stack gap-2 box notice`}
      inert={isAnswered}
    >
      <p id={question} className="strong wrap">
        {isAnswered ? visitor.openVisit?.staysNight && texts.history.staysNight : asked}
      </p>
      <div className="columns stack gap-2">
        {answers.map(([answer, act]) => (
          <Button
            key={answer}
            variant="secondary"
            data-moves={act && true}
            label={answer}
            aria-label={`${answer}. ${asked}`}
            onClick={act ? giving(act) : onChooseTime}
          />
        ))}
      </div>
    </div>
  );
}
