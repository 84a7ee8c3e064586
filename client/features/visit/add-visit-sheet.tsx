import { useId, useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { FormDialog } from '#client/forms/command-form.tsx';
import { SelectField, TextField } from '#client/forms/field.tsx';
import { type Failure, useCommand } from '#client/forms/run-command.ts';
import { TimeField } from '#client/forms/time-field.tsx';
import { changesIn, focusField } from '#client/forms/use-fields.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { visitorsOf } from '#client/people/visitors.ts';
import { useAwaitOutcome } from '#client/session/use-await-outcome.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useUnsaved } from '#client/ui/hooks/unsaved.ts';
import { addDays, type Day, dayOf, readTime, timesOn } from '#client/ui/local-day.ts';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import styles from './correction.module.css';
import { useVisitActions } from './use-visit-actions.ts';

/** Keeps what was typed until the visit is stored. */
export function AddVisitSheet({ list, onClose }: { list: readonly ChildView[]; onClose(): void }) {
  const { texts } = useTranslation('details');
  const form = useId();
  const toast = useToast();
  const actions = useVisitActions();
  const { typed, change, problem, isBusy, send } = useAddedVisit(
    list,
    form,
    ({ child, kind, visitor }, op) => {
      onClose();
      const onUndo = () => actions.takeBackAdded({ child, kind, visitor, visit: op });
      toast({ text: texts.addVisit.addDone, about: visitor, onUndo });
    },
  );
  return (
    <FormDialog
      id={form}
      title={texts.history.add}
      submit={texts.common.add}
      isBusy={isBusy}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p className="muted">{texts.addVisit.addIntro}</p>
      <SelectField
        name="who"
        label={texts.addVisit.who}
        value={typed.who}
        problem={problem === 'who' ? texts.addVisit.addProblems.who : undefined}
        onChange={({ target }) => change({ who: target.value })}
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
      <Times typed={typed} onChange={change} />
      {problem && problem !== 'who' && <Problem problem={problem} list={list} who={typed.who} />}
    </FormDialog>
  );
}

function Times({ typed, onChange }: { typed: TypedVisit; onChange(part: Partial<TypedVisit>): void }) {
  const { t, texts } = useTranslation('details');
  const times = addedTimes(typed);
  return (
    <>
      <TextField
        name="day"
        type="date"
        className={styles.tight}
        label={texts.historyPage.day}
        value={typed.day}
        max={dayOf(correctedNow())}
        onChange={({ target }) => onChange({ day: target.value })}
      />
      <div className={`${styles.dateAndTime} stack gap-3`}>
        {(['arrived', 'left'] as const).map((end) => (
          <TimeField
            key={end}
            name={end}
            className={styles.tight}
            label={t(($) => $.history[end])}
            value={typed[end]}
            times={timesOn(Number.isNaN(times[end]) ? typed.day : dayOf(times[end]), typed[end])}
            at={times[end]}
            onType={(time) => onChange({ [end]: time })}
            onChoose={(at) => onChange({ [`${end}At`]: String(at) })}
          />
        ))}
      </div>
      <p role="status" className="muted">
        {isOverNight(typed) && texts.addVisit.nextDay}
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
  const { t, texts } = useTranslation('details');
  const name = visitorsOf(list).find(({ ref }) => ref.visitor === who)?.name ?? '';
  if (problem === 'not-signed-in') return <ErrorBox>{texts.common.failures.notAuthenticated}</ErrorBox>;
  if (problem === 'old' || problem === 'incomplete')
    return <ErrorBox>{t(($) => $.addVisit.addProblems[problem])}</ErrorBox>;
  return <ErrorBox>{t(($) => $.correction.problems[problem], { name })}</ErrorBox>;
}

/** `who` is the id of a friend or guest. */
interface TypedVisit {
  who: Id;
  day: Day;
  arrived: string;
  left: string;
  /** In ms, chosen where the clock shows a time twice; else ignored. */
  arrivedAt: string;
  leftAt: string;
}

const KNOWN = ['ends-before-start', 'in-the-future', 'overlaps'] as const;
type AddProblem = 'who' | 'incomplete' | 'old' | (typeof KNOWN)[number] | 'not-signed-in' | 'other';

/** `form` is its DOM id; a field at fault gets the focus. */
function useAddedVisit(
  list: readonly ChildView[],
  form: string,
  onAdded: (args: CommandArgs<'addVisit'>, op: Id) => void,
) {
  const answered = useAwaitOutcome();
  const [initial] = useState<TypedVisit>(() => ({
    who: '',
    day: dayOf(correctedNow()),
    arrived: '',
    left: '',
    arrivedAt: '',
    leftAt: '',
  }));
  const [typed, setTyped] = useState(initial);
  const [problem, setProblem] = useState<AddProblem>();
  const { isBusy, run } = useCommand();
  useUnsaved(Object.keys(changesIn({ ...initial }, { ...typed })).length > 0);
  const change = (part: Partial<TypedVisit>) => {
    setTyped((known) => ({ ...known, ...part }));
    setProblem(undefined);
  };
  const fail = (code: AddProblem, field: keyof TypedVisit) => {
    setProblem(code);
    focusField(form, field);
  };
  const send = async () => {
    const visitor = visitorsOf(list).find(({ ref }) => ref.visitor === typed.who);
    if (!visitor) return fail('who', 'who');
    const args = addVisitArgs(visitor, typed);
    if (!args) return fail('incomplete', typed.arrived ? 'left' : 'arrived');
    const result = await run(() => answered((household) => household.run('addVisit', args)));
    if (result.done) return onAdded(args, result.op);
    fail(problemOf(result.failure), 'arrived');
  };
  return { typed, change, problem, isBusy, send };
}

/** Undefined if a time is missing. */
export function addVisitArgs(
  { ref }: Pick<VisitorView, 'ref'>,
  typed: TypedVisit,
): CommandArgs<'addVisit'> | undefined {
  const { arrived, left } = addedTimes(typed);
  if (Number.isNaN(left)) return undefined;
  return { ...ref, arrived: isoTime(arrived), left: isoTime(left) };
}

/** In ms, NaN if one is missing; an earlier end is the next day's. */
function addedTimes({ day, arrived, left, arrivedAt, leftAt }: TypedVisit) {
  const from = readTime({ date: day, time: arrived, at: Number(arrivedAt) });
  const times = [day, addDays(day, 1)].flatMap((date) => timesOn(date, left));
  const to = times.find((at) => at === Number(leftAt)) ?? times.find((at) => at >= from);
  return { arrived: from, left: to ?? Number.NaN };
}

export function isOverNight(typed: TypedVisit): boolean {
  const { left } = addedTimes(typed);
  return !Number.isNaN(left) && dayOf(left) !== typed.day;
}

function problemOf(failure: Failure): AddProblem {
  if (typeof failure === 'string') return failure === 'not-signed-in' ? failure : 'other';
  // Retention would purge the visit at once, so its departure is refused.
  if (failure.code === 'invalid-arguments' && failure.field === 'left') return 'old';
  return KNOWN.find((code) => code === failure.code) ?? 'other';
}
