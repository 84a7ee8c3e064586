import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { FieldProblem } from '#domain/fields.ts';
import styles from './fields-dialog.module.css';
import { TextField } from './text-field.tsx';
import { type DialogField, type Sending, useSending } from './use-command-form.ts';

interface Props<F extends string> extends Sending<F> {
  title: string;
  submit: string;
  /** What to say where it could not be kept and no field is to blame. */
  failed: string;
  onClose(): void;
}

/** A dialog with a short form about somebody else. What was typed stays until it is kept for good. */
export function FieldsDialog<F extends string>({ title, submit, failed, onClose, ...sending }: Props<F>) {
  const { t } = useTranslation();
  const form = useId();
  const { typed, failure, isBusy, send } = useSending(sending, form);
  const submitForm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send();
  };
  const footer = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button type="submit" form={form} busy={isBusy}>
        {submit}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} footer={footer}>
      <form
        method="dialog"
        id={form}
        className={styles.form}
        noValidate
        autoComplete="off"
        onSubmit={submitForm}
      >
        {(Object.keys(sending.fields) as F[]).map((name) => {
          const { missing, schema: _rule, ...field } = sending.fields[name] satisfies DialogField;
          const problem: FieldProblem | undefined = typed.problems[name];
          return (
            <TextField
              key={name}
              {...field}
              name={name}
              autoComplete="off"
              required
              value={typed.values[name]}
              onChange={({ target }) => typed.change(name, target.value)}
              problem={problem && (problem === 'empty' ? missing : t(($) => $.common.problems[problem]))}
            />
          );
        })}
        {failure && (
          <ErrorBox>
            {failure === 'not-signed-in' ? t(($) => $.common.failures.notAuthenticated) : failed}
          </ErrorBox>
        )}
      </form>
    </Dialog>
  );
}
