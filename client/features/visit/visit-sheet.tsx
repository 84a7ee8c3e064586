import CalendarDays from 'lucide-react/icons/calendar-days';
import { type ComponentProps, useEffect, useId, useState } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { FormDialog } from '#client/forms/command-form.tsx';
import { FieldProblem, TextField } from '#client/forms/field.tsx';
import { TimeField } from '#client/forms/time-field.tsx';
import { ChangedMeanwhile } from '#client/forms/use-fields.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useUndo } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { dayOf, readTime, startOfDay, timesOn, typedAs } from '#client/ui/local-day.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { MINUTE_MS } from '#domain/time.ts';
import styles from './correction.module.css';
import { useCorrectionForm } from './use-correction-form.ts';
import { VisitDialog } from './visit-dialog.tsx';

export interface VisitSheetProps {
  /** `VisitView.visit` or `VisitorView.openVisit.visit`. */
  visit: Id;
  /** Opens the correction of this end at once. */
  correct?: ArrivedOrLeft | undefined;
  /** DOM id, focused if the row that opened the sheet is gone. */
  focusAfter: string;
  addition: ComponentProps<typeof VisitDialog>['addition'];
  onClose(): void;
}

/** Closes when the visit is removed, or the household is locked. */
export function VisitSheet({ visit: id, correct, focusAfter, addition, onClose }: VisitSheetProps) {
  // Preload the texts of the correction dialog.
  useTranslation('details');
  const toast = useToast();
  const toastAbout = useToastAbout();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const known = useViewPart(({ history }) => history.find((one) => one.visit === id));
  const visit = household && !isLocked ? known : undefined;
  const [correcting, setCorrecting] = useState(correct);
  useEffect(() => {
    if (!visit) onClose();
  }, [visit, onClose]);
  if (!visit) return null;
  const close = () => {
    onClose();
    keepFocus(focusAfter);
  };
  if (!correcting)
    return <VisitDialog visit={visit} addition={addition} onCorrect={setCorrecting} onClose={close} />;
  const corrected = (op: Id, ends: readonly ArrivedOrLeft[]) => {
    close();
    toast(toastAbout(visit, op, ends));
  };
  return <CorrectDialog visit={visit} startAt={correcting} onDone={corrected} onClose={close} />;
}

/** A departure given to an open visit can be undone. */
function useToastAbout(): (visit: VisitView, op: Id, ends: readonly ArrivedOrLeft[]) => ToastContent {
  const { t, texts, format } = useTranslation('details');
  const household = useHouseholdIfAny();
  const { toastOf } = useUndo();
  return ({ name, ref, open }, op, ends) => {
    const visitor = household?.visitor(ref);
    if (!visitor || !open || !ends.includes('left'))
      return { text: texts.correction.done, about: ref.visitor };
    const time = format.sinceTime(visitor.timestamp ?? '');
    return toastOf(
      visitor,
      op,
      t(($) => $.visit.leftAt, { name, time }),
    );
  };
}

interface Props {
  visit: VisitView;
  startAt: ArrivedOrLeft;
  onDone: Parameters<typeof useCorrectionForm>[1];
  onClose(): void;
}

type CorrectionForm = ReturnType<typeof useCorrectionForm>;

const ENDS = ['arrived', 'left'] as const satisfies readonly ArrivedOrLeft[];

/** Keeps the typed text until it is saved. */
function CorrectDialog({ visit, startAt, onDone, onClose }: Props) {
  const { texts } = useTranslation('details');
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
      <p className="strong wrap">
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
        className="self-start"
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
  const { t, texts } = useTranslation('details');
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
  hasDays: boolean;
  isStart: boolean;
}

function VisitTimeFields({ visit, end, correction, hasDays, isStart }: VisitTimeFieldsProps) {
  const { t, texts, format } = useTranslation('details');
  const problemId = useId();
  const { typed, change, changeTime, problem } = correction;
  const { date, time } = typed[end];
  const here = problem?.end === end ? problem.code : undefined;
  const isElsewhen = !hasDays && date !== '' && date !== dayOf(correctedNow());
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
      {!visit[end] && (
        <p className="muted">
          {end === 'left' && visit.open ? texts.correction.openHint : texts.correction.unknownHint}
        </p>
      )}
      <div className={`${styles.dateAndTime} stack gap-3`}>
        {hasDays && (
          <TextField
            name={`${end}-date`}
            type="date"
            className={styles.tight}
            autoComplete="off"
            label={texts.correction.date}
            value={date}
            max={dayOf(correctedNow())}
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

const STEPS = [15, 30, 60] as const;

/** An empty departure counts from now. */
function Earlier({ correction: { typed, change } }: { correction: CorrectionForm }) {
  const { t } = useTranslation('details');
  const move = (minutes: number) => {
    const from = readTime(typed.left) || correctedNow();
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
