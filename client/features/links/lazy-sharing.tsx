import { Suspense } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import type { Id } from '#domain/ids.ts';
import styles from './places.module.css';

/** The part of a visit's sheet about the planned time, links and answers. The sheet waits for it, so that it never grows. */
export const SharingPart = suspendingComponent(() => import('./sharing-part.tsx'), 'SharingPart');

const RowNote = suspendingComponent(
  () => import('./row-note.tsx'),
  'RowNote',
  () => null,
);

interface Props {
  visitor: VisitorView;
  /** The visitor as the list shows them while it holds still; what the note is made of follows the list. */
  shown: VisitorView;
  /** The visits whose planned time is past, as the list shows them. */
  due: readonly Id[];
}

/** The note below a row of the board about the planned time, a link or an answer; most rows have none, and load nothing. */
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
