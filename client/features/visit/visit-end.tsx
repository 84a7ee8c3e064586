import Pencil from 'lucide-react/icons/pencil';
import type { VisitView } from '#client/data/port.ts';
import { ByWhom } from '#client/people/by-whom.tsx';
import { CorrectionTrail } from '#client/people/correction-trail.tsx';
import { useViewPart } from '#client/session/use-household.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import styles from './visit.module.css';

interface Props {
  visit: VisitView;
  end: ArrivedOrLeft;
  onCorrect(end: ArrivedOrLeft): void;
}

/** The time when a visit began or ended, as a button that corrects it, and its corrections. */
export function VisitEnd({ visit, end, onCorrect }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const parents = useViewPart((view) => view.parents);
  const moment = visit[end];
  const isOngoing = end === 'left' && visit.open;
  const corrections = visit.corrections.filter((one) => one.end === end);
  const unknown = isOngoing ? t(($) => $.history.stillHere) : t(($) => $.history.unknown);
  return (
    <div className={styles.end}>
      <button type="button" className={styles.endButton} onClick={() => onCorrect(end)}>
        <span className={styles.muted}>{t(($) => $.history[end])} </span>
        {moment ? (
          <time className={styles.time} dateTime={moment.at}>
            {format.sinceTime(moment.at)}
          </time>
        ) : (
          <span className={styles.time}>{unknown}</span>
        )}
        <span className={styles.correct}>
          <Pencil size={16} aria-hidden="true" />{' '}
          {moment ? t(($) => $.visit.correctEnd) : t(($) => $.visit.giveTime)}
        </span>
      </button>
      {parents && moment && (
        <p className={styles.note}>
          <ByWhom parents={parents} uids={[moment.by]} />
        </p>
      )}
      {moment?.certainty === 'uncertain' && <p className={styles.note}>{t(($) => $.history.uncertain)}</p>}
      <CorrectionTrail corrections={corrections} parents={parents} />
    </div>
  );
}
