import { Suspense } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import styles from './places.module.css';

const Board = suspendingComponent(
  () => import('./board-refusals.tsx'),
  'BoardRefusals',
  () => null,
);

interface Props {
  /** As the board shows it. */
  list: readonly ChildView[];
  focusAfter: string;
}

/** The words of visitors' families through links, above the board; nearly always nothing, and then nothing is loaded. */
export function RefusalsOnBoard({ list, focusAfter }: Props) {
  const said = list.flatMap(({ friends, guests }) =>
    [...friends, ...guests].flatMap((one) => one.linkRefusal ?? []),
  );
  if (said.length === 0) return null;
  const hasRequest = said.some(({ removalAskedAt, keptAt }) => removalAskedAt && !keptAt);
  return (
    <Suspense fallback={hasRequest && <div className={styles.refusals} />}>
      <Board list={list} focusAfter={focusAfter} />
    </Suspense>
  );
}
