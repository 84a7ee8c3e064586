import type { ChildView, OpenVisit } from '#client/data/port.ts';
import { visitorsOf } from '#client/people/visitors.ts';
import { useFrozenValue } from '#client/ui/hooks/use-frozen.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { useStableList } from '#client/ui/hooks/use-stable-list.ts';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';
import { dayOf, onDay } from '#client/ui/local-day.ts';
import type { Id } from '#domain/ids.ts';
import { asksFrom } from '#domain/visits/visit.ts';
import type { StillHerePromptProps } from './still-here-answers.tsx';

const StillHereAnswers = lazyComponent(() => import('./still-here-answers.tsx'), 'StillHereAnswers');

/** Same array until it changes. */
export function useOpenQuestions(children: readonly ChildView[]): readonly Id[] {
  const now = useNow();
  const asking = visitorsOf(children)
    .filter(({ openVisit }) => isAsking(openVisit, now))
    .map(({ openVisit }) => openVisit?.visit ?? '');
  return useStableList(asking);
}

/** Once per visit, from the evening on. No leaving time is invented: the visit stays open until answered. */
export function StillHerePrompt(props: StillHerePromptProps) {
  const isOpen = isAsking(props.visitor.openVisit, useNow());
  if (!useFrozenValue(isOpen)) return null;
  return <StillHereAnswers {...props} isAnswered={!isOpen} />;
}

function isAsking(visit: OpenVisit | undefined, now: number): boolean {
  const from = visit && asksFrom({ ...visit, open: true }, eveningOf);
  return from !== undefined && now >= from;
}

const EVENING_HOUR = 20;

/** By the phone's time zone. */
function eveningOf(ms: number): number {
  return onDay(dayOf(ms), `${EVENING_HOUR}:00`);
}
