import { useRef } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { CommandFields } from '#client/forms/command-fields.tsx';
import fields from '#client/forms/fields-dialog.module.css';
import { FIRST_RUN_STEPS, type FirstRunStep } from '#client/session/return-to.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { CheckInStep } from './check-in-step.tsx';
import styles from './first-run.module.css';
import type { StepForm } from './step-forms.ts';
import { useFirstRun } from './use-first-run.ts';
import { useStepStart } from './use-step-start.ts';

export interface FirstRunSheetProps {
  list: readonly ChildView[];
  step: FirstRunStep;
  onStep(step: FirstRunStep): void;
  onClose(): void;
}

/** The sheet after registering: a child, a friend, and whether the friend is here now. Each step can be skipped. */
export function FirstRunSheet({ list, step, onStep, onClose }: FirstRunSheetProps) {
  const { t } = useTranslation(['rare']);
  const run = useFirstRun({ list, step, onStep, onClose });
  const { current, form } = run;
  const content = useRef<HTMLDivElement>(null);
  useStepStart(content, current);
  const footer = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {form ? t(($) => $.firstRun.skip) : t(($) => $.firstRun.notNow)}
      </Button>
      {form ? (
        <Button type="submit" form={form.id} busy={form.isBusy}>
          {t(($) => $.firstRun.next)}
        </Button>
      ) : (
        <Button variant="checkIn" busy={run.isBusy} onClick={() => void run.checkIn()}>
          {t(($) => $.common.checkIn)}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open title={<Title {...run} />} onClose={onClose} footer={footer}>
      <div ref={content} className={styles.content}>
        <p className={styles.progress}>
          {t(($) => $.firstRun.progress, {
            number: FIRST_RUN_STEPS.indexOf(current) + 1,
            count: FIRST_RUN_STEPS.length,
          })}
        </p>
        <p role="status" className={styles.added}>
          {!form && t(($) => $.people.friendAdded)}
        </p>
        {form ? <Form key={form.id} form={form} /> : <CheckInStep failure={run.failure} />}
      </div>
    </Dialog>
  );
}

function Title({ current, child, friend }: ReturnType<typeof useFirstRun>) {
  const { t } = useTranslation(['rare']);
  if (current === 'child') return t(($) => $.firstRun.childTitle);
  if (current === 'friend') return t(($) => $.firstRun.friendTitle, { name: child?.name ?? '' });
  return t(($) => $.firstRun.hereTitle, { name: friend?.name ?? '' });
}

function Form({ form }: { form: StepForm }) {
  return (
    <form
      method="dialog"
      id={form.id}
      className={fields.form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <p className={styles.hint}>{form.hint}</p>
      <CommandFields fields={form.fields} typed={form.typed} failure={form.failure} failed={form.failed} />
    </form>
  );
}
