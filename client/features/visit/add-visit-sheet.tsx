import { type FormEvent, useId } from 'react';
import type { ChildView } from '#client/data/port.ts';
import fields from '#client/forms/fields-dialog.module.css';
import { SelectField } from '#client/forms/select-field.tsx';
import { TextField } from '#client/forms/text-field.tsx';
import { present } from '#client/lib/present.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { dayOf } from '#client/ui/local-day.ts';
import styles from './correction.module.css';
import {
  type AddProblem,
  isOverNight,
  type TypedVisit,
  useAddedVisit,
  visitorsOf,
} from './use-added-visit.ts';
import { useVisitActions } from './use-visit-actions.ts';

export interface AddVisitSheetProps {
  list: readonly ChildView[];
  onClose(): void;
}

/** The sheet that adds a past visit which nobody tapped. It keeps what was typed until the visit is stored. */
export function AddVisitSheet({ list, onClose }: AddVisitSheetProps) {
  const { t } = useTranslation(['rare']);
  const form = useId();
  const toast = useToast();
  const actions = useVisitActions();
  const { typed, change, problem, isBusy, send } = useAddedVisit(
    list,
    form,
    ({ child, kind, visitor }, op) => {
      onClose();
      const onUndo = () => actions.takeBackAdded({ child, kind, visitor, visit: op });
      toast({ text: t(($) => $.addVisit.addDone), about: visitor, onUndo });
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send();
  };
  const footer = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button type="submit" form={form} busy={isBusy}>
        {t(($) => $.common.add)}
      </Button>
    </>
  );
  return (
    <Dialog open title={t(($) => $.history.add)} onClose={onClose} footer={footer}>
      <form method="dialog" id={form} noValidate className={fields.form} autoComplete="off" onSubmit={submit}>
        <p className={styles.muted}>{t(($) => $.addVisit.addIntro)}</p>
        <Who list={list} who={typed.who} isWrong={problem === 'who'} onChange={(who) => change({ who })} />
        <Times typed={typed} onChange={change} />
        {problem && problem !== 'who' && <Problem problem={problem} list={list} who={typed.who} />}
      </form>
    </Dialog>
  );
}

interface WhoProps {
  list: readonly ChildView[];
  who: string;
  isWrong: boolean;
  onChange(who: string): void;
}

function Who({ list, who, isWrong, onChange }: WhoProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      name="who"
      label={t(($) => $.addVisit.who)}
      value={who}
      problem={isWrong ? t(($) => $.addVisit.addProblems.who) : undefined}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">–</option>
      {list.map(({ id, name, friends, guests }) => (
        <optgroup key={id} label={name}>
          {[...friends, ...guests].map(({ ref, name: visitor }) => (
            <option key={ref.visitor} value={ref.visitor}>
              {visitor}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

function Times({ typed, onChange }: { typed: TypedVisit; onChange(part: Partial<TypedVisit>): void }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        name="day"
        type="date"
        className={styles.tight}
        label={t(($) => $.historyPage.day)}
        value={typed.day}
        max={dayOf(present())}
        onChange={({ target }) => onChange({ day: target.value })}
      />
      <div className={styles.dateAndTime}>
        {(['arrived', 'left'] as const).map((end) => (
          <TextField
            key={end}
            name={end}
            type="time"
            className={styles.tight}
            label={t(($) => $.history[end])}
            value={typed[end]}
            onChange={({ target }) => onChange({ [end]: target.value })}
          />
        ))}
      </div>
      <p role="status" className={styles.muted}>
        {isOverNight(typed) && t(($) => $.addVisit.nextDay)}
      </p>
    </>
  );
}

interface ProblemProps {
  problem: Exclude<AddProblem, 'who'>;
  list: readonly ChildView[];
  who: string;
}

function Problem({ problem, list, who }: ProblemProps) {
  const { t } = useTranslation();
  const name = visitorsOf(list).find(({ ref }) => ref.visitor === who)?.name ?? '';
  if (problem === 'not-signed-in') return <ErrorBox>{t(($) => $.common.failures.notAuthenticated)}</ErrorBox>;
  if (problem === 'old' || problem === 'incomplete')
    return <ErrorBox>{t(($) => $.addVisit.addProblems[problem])}</ErrorBox>;
  return <ErrorBox>{t(($) => $.correction.problems[problem], { name })}</ErrorBox>;
}
