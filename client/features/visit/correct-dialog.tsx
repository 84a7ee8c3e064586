import CalendarDays from 'lucide-react/icons/calendar-days';
import { useId, useState } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { FieldProblem } from '#client/forms/field.tsx';
import { FormDialog } from '#client/forms/form-dialog.tsx';
import { ChangedMeanwhile } from '#client/forms/lazy-changed-meanwhile.ts';
import { TextField } from '#client/forms/text-field.tsx';
import { TimeField } from '#client/forms/time-field.tsx';
import { present } from '#client/lib/present.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { dayOf, startOfDay, timesOn } from '#client/ui/local-day.ts';
import { readTime, typedAs } from '#client/ui/typed-time.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import { MINUTE_MS } from '#domain/time.ts';
import styles from './correction.module.css';
import { type CorrectionForm, type OnCorrected, useCorrectionForm } from './use-correction-form.ts';

interface Props {
  visit: VisitView;
  /** The end whose time gets the focus. */
  startAt: ArrivedOrLeft;
  onDone: OnCorrected;
  onClose(): void;
}

const ENDS = ['arrived', 'left'] as const satisfies readonly ArrivedOrLeft[];

/** Dialog that corrects when a visit began and ended. The typed text is kept until it is saved. */
export function CorrectDialog({ visit, startAt, onDone, onClose }: Props) {
  const { texts } = useTranslation();
  const form = useId();
  const correction = useCorrectionForm(visit, onDone, form);
  const [hasDays, setHasDays] = useState(false);
  return (
    <FormDialog
      id={form}
      title={texts.correction.title}
      submit={texts.common.save}
      isBusy={correction.isBusy}
      onSubmit={() => void correction.send()}
      onClose={onClose}
    >
      <p className={`${styles.correctionOf} wrap`}>
        <PersonName>{visit.name}</PersonName>
        <span>{` ${texts.history.with} `}</span>
        <PersonName>{visit.childName}</PersonName>
      </p>
      <p className="muted">{texts.correction.intro}</p>
      {ENDS.map((end) => (
        <VisitTimeFields key={end} {...{ visit, end, correction, hasDays }} isStart={end === startAt} />
      ))}
      <Button
        variant="quiet"
        className={styles.otherDay}
        aria-expanded={hasDays}
        icon={CalendarDays}
        label={texts.addVisit.otherDay}
        onClick={() => setHasDays(!hasDays)}
      />
      <Failed correction={correction} name={visit.name} />
      <Meanwhile visit={visit} correction={correction} />
    </FormDialog>
  );
}

function Failed({ correction: { problem }, name }: { correction: CorrectionForm; name: string }) {
  const { t, texts } = useTranslation();
  if (problem === undefined || problem.end !== undefined) return null;
  const { code } = problem;
  return (
    <ErrorBox>
      {code === 'not-signed-in'
        ? texts.common.failures.notAuthenticated
        : t(($) => $.correction.problems[code], { name })}
    </ErrorBox>
  );
}

function Meanwhile({ visit, correction }: { visit: VisitView; correction: CorrectionForm }) {
  const { t, format } = useTranslation();
  const { asking, isBusy } = correction;
  if (!asking) return null;
  const held = asking.ends.map((end) => {
    const at = visit[end]?.at;
    return [t(($) => $.history[end]), at === undefined ? '' : format.dateTime(Date.parse(at))] as const;
  });
  return (
    <ChangedMeanwhile
      fields={held}
      isBusy={isBusy}
      onReplace={() => void asking.replace()}
      onClose={asking.close}
    />
  );
}

interface VisitTimeFieldsProps {
  visit: VisitView;
  end: ArrivedOrLeft;
  correction: CorrectionForm;
  /** The day can be changed too. */
  hasDays: boolean;
  /** The time gets the focus as the dialog opens. */
  isStart: boolean;
}

/** Time field of one end of a visit, and its date on demand. */
function VisitTimeFields({ visit, end, correction, hasDays, isStart }: VisitTimeFieldsProps) {
  const { t, texts, format } = useTranslation();
  const problemId = useId();
  const { typed, change, changeTime, problem } = correction;
  const { date, time } = typed[end];
  const here = problem?.end === end ? problem.code : undefined;
  const isElsewhen = !hasDays && date !== '' && date !== dayOf(present());
  return (
    <fieldset className="stack gap-2">
      <legend className={`${styles.legend} large strong`}>
        <span>{t(($) => $.history[end])}</span>
        {isElsewhen && (
          <span
            className={`${styles.legendDay} medium muted`}
          >{` ${format.day(startOfDay(date))} ${date.slice(0, 4)}`}</span>
        )}
      </legend>
      <Hint visit={visit} end={end} />
      <div className={`${styles.dateAndTime} stack gap-3`}>
        {hasDays && (
          <TextField
            name={`${end}-date`}
            type="date"
            className={styles.tight}
            autoComplete="off"
            label={texts.correction.date}
            value={date}
            max={dayOf(present())}
            onChange={({ target }) => change(end, { date: target.value })}
          />
        )}
        <TimeField
          name={`${end}-time`}
          className={styles.tight}
          label={texts.correction.time}
          value={time}
          times={timesOn(date, time)}
          at={readTime(typed[end])}
          describedBy={here && problemId}
          data-start={isStart || undefined}
          onType={(value) => (hasDays ? change(end, { time: value }) : changeTime(end, value))}
          onChoose={(at) => change(end, { at })}
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

function Hint({ visit, end }: Pick<VisitTimeFieldsProps, 'visit' | 'end'>) {
  const { texts } = useTranslation();
  if (visit[end]) return null;
  const isOngoing = end === 'left' && visit.open;
  return <p className="muted">{isOngoing ? texts.correction.openHint : texts.correction.unknownHint}</p>;
}

const STEPS = [15, 30, 60] as const;

/** Buttons that move the departure back; one that is empty counts from now. */
function Earlier({ correction: { typed, change } }: { correction: CorrectionForm }) {
  const { t } = useTranslation();
  const move = (minutes: number) => {
    const from = readTime(typed.left) || present();
    change('left', typedAs(from - minutes * MINUTE_MS));
  };
  return (
    <div className="flow gap-2">
      {STEPS.map((minutes) => (
        <Button
          key={minutes}
          variant="secondary"
          className={styles.step}
          label={t(($) => $.addVisit.earlier, { minutes })}
          onClick={() => move(minutes)}
        />
      ))}
    </div>
  );
}
