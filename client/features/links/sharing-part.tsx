import type { VisitorView, VisitView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { AnswerOf } from './answer.tsx';
import { LinkList } from './link-list.tsx';
import styles from './links.module.css';
import { PlannedTime } from './planned-time.tsx';

export interface SharingPartProps {
  visit: VisitView;
  visitor: VisitorView | undefined;
  onDone(): void;
}

/** The part of a visit's sheet that the other family can see through a link: the planned time, the answer, the links. */
export function SharingPart({ visit, visitor, onDone }: SharingPartProps) {
  useTranslation(['rare']);
  const { answer, links, open } = visit;
  return (
    <>
      {(visit.expected || (open && visitor)) && <PlannedTime visit={visit} onDone={onDone} />}
      {answer && (
        <div className={styles.part}>
          <AnswerOf visit={visit} answer={answer} hasNote />
        </div>
      )}
      {links && links.length > 0 && (
        <LinkList visit={visit} visitor={visitor} links={links} onDone={onDone} />
      )}
    </>
  );
}
