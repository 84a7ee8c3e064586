import type { VisitView } from '#client/data/port.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { dayOf } from '#client/ui/local-day.ts';
import type { ArrivedOrLeft, Correction } from '#domain/documents.ts';
import styles from './visit-time.module.css';

/** The time when a visit began or ended, with its corrections. */
export function VisitTime({ visit, end }: { visit: VisitView; end: ArrivedOrLeft }) {
  const { t } = useTranslation();
  const format = useFormat();
  const moment = visit[end];
  const isOngoing = end === 'left' && visit.open;
  const corrections = visit.corrections.filter((one) => one.end === end);
  return (
    <div className={styles.end}>
      <dt>{t(($) => $.history[end])}</dt>
      <dd>
        {moment && <time dateTime={moment.at}>{format.dateTime(moment.at)}</time>}
        {!moment && (
          <span className={styles.unknown}>
            {isOngoing ? t(($) => $.history.stillHere) : t(($) => $.history.unknown)}
          </span>
        )}
        {moment?.certainty === 'uncertain' && (
          <span className={styles.note}>{t(($) => $.history.uncertain)}</span>
        )}
        {corrections.length > 0 && <CorrectionTrail corrections={corrections} />}
      </dd>
    </div>
  );
}

/** "Corrected 15:04 → 14:50": all former times, the oldest first; or that an unknown time was filled in. */
export function CorrectionTrail({ corrections }: { corrections: readonly Correction[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const first = corrections[0]?.from;
  const filledIn = t(($) => $.visit.filledIn);
  if (corrections.length === 1 && first === undefined) return <span className={styles.note}>{filledIn}</span>;
  const times = [first, ...corrections.map(({ to }) => to)];
  const days = new Set(times.filter((at) => at !== undefined).map((at) => dayOf(Date.parse(at))));
  const texts = times.map((at) => {
    if (at === undefined) return t(($) => $.history.unknown);
    return days.size > 1 ? format.dateTime(at) : format.time(at);
  });
  return (
    <span className={styles.note}>
      {t(($) => $.history.corrected)} <span aria-hidden="true">{texts.join(' → ')}</span>
      <span className="visually-hidden">{texts.join(t(($) => $.history.correctedTo))}</span>
    </span>
  );
}
