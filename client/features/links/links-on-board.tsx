import { Suspense } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { visitorsOf } from '#client/people/visitors.ts';
import { useHasPassed } from '#client/ui/hooks/use-now.ts';
import { useStableList } from '#client/ui/hooks/use-stable-list.ts';
import { noMessage, suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import type { Id } from '#domain/ids.ts';
import styles from './places.module.css';

const RowNote = suspendingComponent(() => import('./row-note.tsx'), 'RowNote', noMessage);

interface Props {
  visitor: VisitorView;
  /** From the frozen list, which decides the note's lines. */
  shown: VisitorView;
  due: readonly Id[];
}

/** Most rows have no note and load nothing. */
export function SharingNote({ visitor, shown, due }: Props) {
  const { openVisit } = shown;
  if (!openVisit?.expected && !openVisit?.links?.length && !openVisit?.answer) return null;
  const isDue = due.includes(openVisit.visit);
  return (
    <Suspense fallback={<div className={styles.note} />}>
      <RowNote visitor={visitor} shown={shown} openVisit={openVisit} isDue={isDue} />
    </Suspense>
  );
}

const Board = suspendingComponent(() => import('./refusal-note.tsx'), 'BoardRefusals', noMessage);

/** Nearly always empty, and then nothing is loaded. */
export function RefusalsOnBoard({ list, focusAfter }: { list: readonly ChildView[]; focusAfter: string }) {
  const said = visitorsOf(list).flatMap((one) => one.linkRefusal ?? []);
  if (said.length === 0) return null;
  const hasRequest = said.some(({ removalAskedAt, keptAt }) => removalAskedAt && !keptAt);
  return (
    <Suspense fallback={hasRequest && <div className={styles.refusals} />}>
      <Board list={list} focusAfter={focusAfter} />
    </Suspense>
  );
}

export interface Plan {
  visitor: VisitorView;
  visit: Id;
  /** ISO. */
  at: string;
}

/** By the corrected clock; the same array until it changes. */
export function useDueVisits(children: readonly ChildView[]): readonly Id[] {
  const now = correctedNow();
  const plans = plansOf(children);
  useHasPassed(Math.min(...plans.map(timeOf).filter((at) => at > now)));
  return useStableList(plans.flatMap((plan) => (timeOf(plan) > now ? [] : [plan.visit])));
}

export function plansOf(children: readonly ChildView[]): Plan[] {
  return visitorsOf(children).flatMap((visitor) => {
    const { expected, visit = '' } = visitor.openVisit ?? {};
    return expected ? [{ visitor, visit, at: expected.at }] : [];
  });
}

/** In ms. */
function timeOf({ at }: Plan): number {
  return Date.parse(at);
}
