import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { CommandFields, useCommandForm } from '#client/forms/command-form.tsx';
import { Form } from '#client/forms/form.tsx';
import { type Failure, useCommand } from '#client/forms/run-command.ts';
import { type Person, usePersonForm } from '#client/people/person-dialog.tsx';
import { FIRST_RUN_STEPS, type FirstRunStep } from '#client/session/return-to.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useUndo } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Id } from '#domain/ids.ts';
import styles from './first-run.module.css';

interface FirstRunSheetProps {
  list: readonly ChildView[];
  step: FirstRunStep;
  onStep(step: FirstRunStep): void;
  onClose(): void;
}

/** After registering; each step can be skipped. */
export function FirstRunSheet({ list, step, onStep, onClose }: FirstRunSheetProps) {
  const { t, texts } = useTranslation('details');
  const run = useFirstRun({ list, step, onStep, onClose });
  const { current, form } = run;
  const content = useRef<HTMLDivElement>(null);
  useStepStart(content, current);
  const footer = (
    <>
      <Button
        variant="secondary"
        label={form ? texts.firstRun.skip : texts.firstRun.notNow}
        onClick={onClose}
      />
      {form ? (
        <Button type="submit" form={form.id} label={texts.firstRun.next} busy={form.isBusy} />
      ) : (
        <Button
          variant="checkIn"
          label={texts.common.checkIn}
          busy={run.isBusy}
          onClick={() => void run.checkIn()}
        />
      )}
    </>
  );
  return (
    <Dialog title={useTitle(run)} onClose={onClose} footer={footer}>
      <div ref={content} className="stack gap-3">
        <p className="muted small strong">
          {t(($) => $.firstRun.progress, {
            number: FIRST_RUN_STEPS.indexOf(current) + 1,
            count: FIRST_RUN_STEPS.length,
          })}
        </p>
        <p role="status" className={`${styles.added} collapse strong`}>
          {!form && texts.people.friendAdded}
        </p>
        {form ? <StepFields key={form.id} form={form} /> : <CheckInStep failure={run.failure} />}
      </div>
    </Dialog>
  );
}

function useTitle({ current, child, friend }: ReturnType<typeof useFirstRun>) {
  const { t, texts } = useTranslation('details');
  if (current === 'child') return texts.firstRun.childTitle;
  if (current === 'friend') return t(($) => $.firstRun.friendTitle, { name: child?.name ?? '' });
  return t(($) => $.firstRun.hereTitle, { name: friend?.name ?? '' });
}

function StepFields({ form }: { form: ReturnType<typeof useStepForm> }) {
  return (
    <Form id={form.id} autoComplete="off" onSubmit={() => void form.submit()}>
      <p className="muted">{form.hint}</p>
      <CommandFields fields={form.fields} typed={form.typed} failure={form.failure} failed={form.failed} />
      {form.question}
    </Form>
  );
}

function CheckInStep({ failure }: { failure: Failure | undefined }) {
  const { t, texts } = useTranslation('details');
  return (
    <>
      <p className="muted">{texts.firstRun.hereHint}</p>
      {failure && (
        <ErrorBox>
          {t(($) => (failure === 'not-signed-in' ? $.common.failures.notAuthenticated : $.common.error))}
        </ErrorBox>
      )}
    </>
  );
}

/** Focuses the step's first field, else the title, which asks the question. */
function useStepStart(content: RefObject<HTMLElement | null>, step: FirstRunStep): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const field = content.current?.querySelector<HTMLElement>('input');
    (field ?? content.current?.closest('dialog')?.querySelector('h2'))?.focus();
  }, [content, step]);
}

/** A stored step is edited from then on, even after going back or a reload. */
function useFirstRun({ list, step, onStep, onClose }: FirstRunSheetProps) {
  const child = list[0];
  const friend = child?.friends[0];
  // Without its child or friend, a step falls back to the one that adds them.
  const current = child ? (step === 'here' && !friend ? 'friend' : step) : 'child';
  const forms = {
    child: useStepForm('child', child, undefined, () => onStep('friend')),
    friend: useStepForm('friend', friend, child?.id, () => onStep('here')),
    here: undefined,
  };
  const form = forms[current];
  useKeptDraft(current, form?.typed.changed ?? {});
  return { child, friend, current, form, ...useCheckIn(friend, onClose) };
}

function useCheckIn(friend: VisitorView | undefined, onDone: () => void) {
  const { t, texts } = useTranslation();
  const household = useHouseholdIfAny();
  const toast = useToast();
  const { toastOf } = useUndo();
  const { isBusy, failure, run } = useCommand();
  const checkIn = async () => {
    if (!friend) return;
    const result = await run(() => household?.run('checkIn', friend.ref));
    if (!result.done) return;
    onDone();
    const { name } = friend;
    toast(toastOf(friend, result.op, `${texts.common.success} ${t(($) => $.hereNow.checkedIn, { name })}`));
  };
  return { checkIn, isBusy, failure };
}

/** `added`, once stored, is edited. */
function useStepForm(
  step: 'child' | 'friend',
  added: Person | undefined,
  child: Id | undefined,
  onSaved: () => void,
) {
  const { t } = useTranslation('details');
  const [draft] = useState(() => readDraft(step));
  const id = useId();
  const person = usePersonForm(step, child, added);
  // Required fields only; a note can come later.
  const { note: _later, ...fields } = person.fields;
  const form = useCommandForm({ ...person, fields, draft, onSaved }, id);
  return { ...form, ...person, fields, id, hint: t(($) => $.firstRun[`${step}Hint`]) };
}

/** Typed texts by field. */
type Draft = Readonly<Record<string, string>>;

/** In the history entry's state: ends with the tab, replaced when the sheet closes. */
function readDraft(step: FirstRunStep): Draft {
  const { firstRun, draft } = entryState();
  if (firstRun !== step || typeof draft !== 'object' || draft === null) return {};
  const texts = Object.entries(draft).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts);
}

/** Survives a reload, or a phone that ends a hidden page. */
function useKeptDraft(step: FirstRunStep, draft: Partial<Draft>): void {
  useEffect(() => {
    const usr = entryState();
    if (usr.firstRun !== step) return;
    try {
      window.history.replaceState({ ...window.history.state, usr: { ...usr, draft } }, '');
    } catch (error) {
      // Safari allows 100 changes in 30 seconds; the next change saves it again.
      console.warn(error);
    }
  });
}

/** The router's state of the current history entry. */
function entryState(): Readonly<Record<string, unknown>> {
  const state: unknown = window.history.state?.usr;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
