import { Suspense, useMemo } from 'react';
import type { ChildView, OpenVisit } from '#client/data/port.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { useHeld } from '#client/ui/hooks/use-still.ts';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import { dayOf, onDay } from '#client/ui/local-day.ts';
import type { Id } from '#domain/ids.ts';
import { asksFrom, EVENING_HOUR } from '#domain/visits/open-question.ts';
import type { GoneQuestionProps } from './gone-answers.tsx';

const GoneAnswers = suspendingComponent(() => import('./gone-answers.tsx'), 'GoneAnswers');

/** Returns the visits that ask whether their visitor has gone home; the same list until that changes. */
export function useOpenQuestions(children: readonly ChildView[]): readonly Id[] {
  const now = useNow();
  const asking = children
    .flatMap(({ friends, guests }) => [...friends, ...guests])
    .filter(({ openVisit }) => isAsking(openVisit, now))
    .map(({ openVisit }) => openVisit?.visit ?? '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text holds the ids of the list.
  return useMemo(() => asking, [asking.join()]);
}

/**
 * Asks whether the visitor of a visit that was left open has gone home, once a visit; renders nothing before the evening.
 * A route puts it into the row of the board, where it comes and goes as the lists change. No leaving time is invented: the visit stays open until it is answered.
 */
export function GoneQuestion(props: GoneQuestionProps) {
  const isOpen = isAsking(props.visitor.openVisit, useNow());
  if (!useHeld(isOpen)) return null;
  return (
    <Suspense>
      <GoneAnswers {...props} isAnswered={!isOpen} />
    </Suspense>
  );
}

function isAsking(visit: OpenVisit | undefined, now: number): boolean {
  const from = visit && asksFrom({ ...visit, open: true }, eveningOf);
  return from !== undefined && now >= from;
}

/** The evening of a time's local day, by the phone's zone. */
function eveningOf(ms: number): number {
  return onDay(dayOf(ms), `${EVENING_HOUR}:00`);
}
