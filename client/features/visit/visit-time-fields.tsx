import { useId } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { FieldProblem } from '#client/forms/field.tsx';
import { TextField } from '#client/forms/text-field.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { dayOf } from '#client/ui/local-day.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import styles from './correction.module.css';
import type { CorrectionForm } from './use-correction-form.ts';

interface Props {
  visit: VisitView;
  end: ArrivedOrLeft;
  correction: CorrectionForm;
}

/** Date and time fields of one end of a visit. */
export function VisitTimeFields({ visit, end, correction: { typed, change, problem } }: Props) {
  const { t } = useTranslation();
  const problemId = useId();
  const isOngoing = end === 'left' && visit.open;
  const here = problem?.end === end ? problem.code : undefined;
  return (
    <fieldset className={styles.endFields}>
      <legend className={styles.legend}>{t(($) => $.history[end])}</legend>
      {isOngoing && <p className={styles.muted}>{t(($) => $.history.correction.openHint)}</p>}
      {!isOngoing && !visit[end] && (
        <p className={styles.muted}>{t(($) => $.history.correction.unknownHint)}</p>
      )}
      {!isOngoing && (
        <div className={styles.dateAndTime}>
          <TextField
            name={`${end}-date`}
            type="date"
            className={styles.tight}
            autoComplete="off"
            label={t(($) => $.history.correction.date)}
            value={typed[end].date}
            max={dayOf(Date.now())}
            onChange={({ target }) => change(end, { date: target.value })}
          />
          <TextField
            name={`${end}-time`}
            type="time"
            className={styles.tight}
            autoComplete="off"
            label={t(($) => $.history.correction.time)}
            value={typed[end].time}
            describedBy={here && problemId}
            onChange={({ target }) => change(end, { time: target.value })}
          />
        </div>
      )}
      {here && (
        <FieldProblem id={problemId}>
          {t(($) => $.history.correction.problems[here], { name: visit.name })}
        </FieldProblem>
      )}
    </fieldset>
  );
}
