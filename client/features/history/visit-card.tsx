import ClockPlus from 'lucide-react/icons/clock-plus';
import { memo } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { VisitChip } from '#client/people/status-pill.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { UndoButton } from '#client/people/undo-button.tsx';
import { VisitTime } from '#client/people/visit-time.tsx';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import styles from './history.module.css';

interface Props {
  visit: VisitView;
  isFar: boolean;
  onCorrect(visit: VisitView): void;
  onUndo(visit: VisitView): void;
}

/** The id of the button that corrects a visit. The corrected card may move to another day, so focus finds it by this id. */
export function correctButtonId({ visit }: VisitView): string {
  return `correct-${visit}`;
}

/** One visit: child, visitor, state and both times. */
export const VisitCard = memo(function VisitCard({ visit, isFar, onCorrect, onUndo }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, childName, open, arrived, left, row, undo } = visit;
  const latest = left ?? arrived;
  return (
    <li className={styles.card} data-far={isFar || undefined}>
      <div className={styles.top}>
        <div className={styles.who}>
          <span className={styles.child}>
            <PersonName>{childName}</PersonName>
          </span>
          <span className={styles.name}>
            <PersonName>{name}</PersonName>
          </span>
        </div>
        <VisitChip open={open} />
      </div>
      <dl className={styles.ends}>
        <VisitTime visit={visit} end="arrived" />
        <VisitTime visit={visit} end="left" />
      </dl>
      <div className={styles.foot}>
        <SyncMark row={row} />
        {undo && <UndoButton at={latest?.at} name={name} onUndo={() => onUndo(visit)} />}
        <Button
          variant="quiet"
          id={correctButtonId(visit)}
          icon={<ClockPlus size={20} aria-hidden="true" />}
          aria-label={t(($) => $.history.correctNamed, {
            name,
            time: latest ? format.dateTime(latest.at) : '',
          })}
          onClick={() => onCorrect(visit)}
        >
          {t(($) => $.history.correct)}
        </Button>
      </div>
    </li>
  );
});
