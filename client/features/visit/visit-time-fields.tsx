import { useId } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { FieldProblem } from '#client/forms/field.tsx';
import { TextField } from '#client/forms/text-field.tsx';
import { present } from '#client/lib/present.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { dayOf, startOfDay } from '#client/ui/local-day.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import { MINUTE_MS } from '#domain/time.ts';
import styles from './correction.module.css';
import { parseTypedTime, typedAs } from './correction.ts';
import type { CorrectionForm } from './use-correction-form.ts';

interface Props {
  visit: VisitView;
  end: ArrivedOrLeft;
  correction: CorrectionForm;
  /** The day can be changed too. */
  hasDays: boolean;
  /** The time gets the focus as the dialog opens. */
  isStart: boolean;
}

/** Time field of one end of a visit, and its date on demand. */
export function VisitTimeFields({ visit, end, correction, hasDays, isStart }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const problemId = useId();
  const { typed, change, changeTime, problem } = correction;
  const { date, time } = typed[end];
  const here = problem?.end === end ? problem.code : undefined;
  const isElsewhen = !hasDays && date !== '' && date !== dayOf(present());
  return (
    <fieldset className={styles.endFields}>
      <legend className={styles.legend}>
        {t(($) => $.history[end])}
        {isElsewhen && <span className={styles.legendDay}> {format.day(startOfDay(date))}</span>}
      </legend>
      <Hint visit={visit} end={end} />
      <div className={styles.dateAndTime}>
        {hasDays && (
          <TextField
            name={`${end}-date`}
            type="date"
            className={styles.tight}
            autoComplete="off"
            label={t(($) => $.correction.date)}
            value={date}
            max={dayOf(present())}
            onChange={({ target }) => change(end, { date: target.value })}
          />
        )}
        <TextField
          name={`${end}-time`}
          type="time"
          className={styles.tight}
          autoComplete="off"
          label={t(($) => $.correction.time)}
          value={time}
          describedBy={here && problemId}
          data-start={isStart || undefined}
          onChange={({ target: { value } }) =>
            hasDays ? change(end, { time: value }) : changeTime(end, value)
          }
        />
      </div>
      {here && (
        <FieldProblem id={problemId}>
          {t(($) => $.correction.problems[here], { name: visit.name })}
        </FieldProblem>
      )}
      {end === 'left' && <Earlier correction={correction} />}
    </fieldset>
  );
}

function Hint({ visit, end }: Pick<Props, 'visit' | 'end'>) {
  const { t } = useTranslation();
  if (visit[end]) return null;
  const isOngoing = end === 'left' && visit.open;
  return (
    <p className={styles.muted}>
      {isOngoing ? t(($) => $.correction.openHint) : t(($) => $.correction.unknownHint)}
    </p>
  );
}

const STEPS = [15, 30, 60] as const;

/** Buttons that move the departure back; one that is empty counts from now. */
function Earlier({ correction: { typed, change } }: { correction: CorrectionForm }) {
  const { t } = useTranslation();
  const move = (minutes: number) => {
    const from = parseTypedTime(typed.left) ?? present();
    change('left', typedAs(from - minutes * MINUTE_MS));
  };
  return (
    <div className={styles.steps}>
      {STEPS.map((minutes) => (
        <Button key={minutes} variant="secondary" className={styles.step} onClick={() => move(minutes)}>
          {t(($) => $.addVisit.earlier, { minutes })}
        </Button>
      ))}
    </div>
  );
}
