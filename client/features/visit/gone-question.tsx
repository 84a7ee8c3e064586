import { Suspense } from 'react';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { useHeld } from '#client/ui/hooks/use-still.ts';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import { dayOf, onDay } from '#client/ui/local-day.ts';
import { asksFrom, EVENING_HOUR } from '#domain/visits/open-question.ts';
import type { GoneQuestionProps } from './gone-answers.tsx';

const GoneAnswers = suspendingComponent(() => import('./gone-answers.tsx'), 'GoneAnswers');

/**
 * Asks whether the visitor of a visit that was left open has gone home, once a visit; renders nothing before the evening.
 * A route puts it into the row of the board, where it comes and goes as the lists change. No leaving time is invented: the visit stays open until it is answered.
 */
export function GoneQuestion(props: GoneQuestionProps) {
  const now = useNow();
  const { openVisit } = props.visitor;
  const from = openVisit && asksFrom({ ...openVisit, open: true }, eveningOf);
  const isOpen = from !== undefined && now >= from;
  if (!useHeld(isOpen)) return null;
  return (
    <Suspense>
      <GoneAnswers {...props} isAnswered={!isOpen} />
    </Suspense>
  );
}

/** The evening of a time's local day, by the phone's zone. */
function eveningOf(ms: number): number {
  return onDay(dayOf(ms), `${EVENING_HOUR}:00`);
}
