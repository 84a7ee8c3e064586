import { memo, useId, useMemo } from 'react';
import type { ChildView, VisitView } from '#client/data/port.ts';
import { CompactList } from '#client/people/compact-row.tsx';
import { visitSpan, visitsOf } from '#client/people/visit-span.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useFrozenArea } from '#client/ui/hooks/use-frozen.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { addDays, type Day, dayOf, daySpan, startOfDay } from '#client/ui/local-day.ts';
import { SectionHeading } from '#client/ui/sections.tsx';
import { usualVisitors, type VisitorOfChild } from './board-order.ts';
import { ArrivalRow } from './row-parts.tsx';

interface Props {
  list: readonly ChildView[];
  history: readonly VisitView[];
  actions: VisitorActions;
}

export const UsualList = memo(function UsualList({ list, history, actions }: Props) {
  const { t, format } = useTranslation();
  const heading = useId();
  const area = useFrozenArea();
  const today = dayOf(useNow());
  const usual = useMemo(() => usualOn(today, list, history), [today, list, history]);
  if (usual.length === 0) return null;
  return (
    <section ref={area} aria-labelledby={heading}>
      <SectionHeading id={heading}>
        {t(($) => $.hereNow.usual, { day: format.weekday(startOfDay(today)) })}
      </SectionHeading>
      <CompactList>
        {usual.map(({ child, visitor }) => (
          <ArrivalRow key={visitor.ref.visitor} visitor={visitor} host={child.name} actions={actions} />
        ))}
      </CompactList>
    </section>
  );
});

const WEEKS = 8;
const FEWEST_WEEKS = 2;
const MOST_SHOWN = 5;

/** Came on this weekday in at least two of eight weeks and not yet today, most often first. */
export function usualOn(
  today: Day,
  list: readonly ChildView[],
  history: readonly VisitView[],
): VisitorOfChild[] {
  const midnight = startOfDay(today);
  const days = Array.from({ length: WEEKS }, (_, week) => addDays(today, -7 * (week + 1)));
  const near = visitsOf(history, daySpan(days.at(-1) ?? today, today), midnight);
  const came = near.map((visit) => ({
    visitor: visit.ref.visitor,
    day: dayOf(visitSpan(visit, midnight).from),
  }));
  const byVisitor = Map.groupBy(came, ({ visitor }) => visitor);
  const weeksOf = ({ visitor: { ref } }: VisitorOfChild) => {
    const visited = new Set(byVisitor.get(ref.visitor)?.map(({ day }) => day));
    return visited.has(today) ? 0 : days.filter((day) => visited.has(day)).length;
  };
  return usualVisitors(list)
    .filter((one) => weeksOf(one) >= FEWEST_WEEKS)
    .toSorted((a, b) => weeksOf(b) - weeksOf(a))
    .slice(0, MOST_SHOWN);
}
