import { useTranslation } from '#client/translations/use-translation.tsx';
import { dayOf } from '#client/ui/local-day.ts';
import type { Correction } from '#domain/documents.ts';
import { ByWhom, type Parents } from './by-whom.tsx';
import styles from './correction-trail.module.css';

interface Props {
  corrections: readonly Correction[];
  parents: Parents;
}

/** "Corrected 15:04 → 14:50": all former times of one end of a visit, the oldest first; or that an unknown time was filled in. */
export function CorrectionTrail({ corrections, parents }: Props) {
  const { t, format } = useTranslation();
  if (corrections.length === 0) return null;
  const filledIn = t(($) => $.history.filledIn);
  const by = <ByWhom lead=" " parents={parents} uids={corrections.map(({ by: uid }) => uid)} />;
  if (corrections.length === 1 && corrections[0]?.from === undefined)
    return (
      <span className={`${styles.note} muted small`}>
        <span>{filledIn}</span>
        {by}
      </span>
    );
  const times = [corrections[0]?.from, ...corrections.map(({ to }) => to)];
  const days = new Set(times.filter((at) => at !== undefined).map((at) => dayOf(Date.parse(at))));
  const texts = times.map((at) => {
    if (at === undefined) return t(($) => $.history.unknown);
    return days.size > 1 ? format.dateTime(at) : format.time(at);
  });
  return (
    <span className={`${styles.note} muted small`}>
      <span>{`${t(($) => $.history.corrected)} `}</span>
      <span aria-hidden="true">{texts.join(' → ')}</span>
      <span className="visually-hidden">{texts.join(t(($) => $.history.correctedTo))}</span>
      {by}
    </span>
  );
}
