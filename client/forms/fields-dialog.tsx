import { type FormEvent, useId } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { FieldProblem } from '#domain/fields.ts';
import styles from './fields-dialog.module.css';
import { TextField } from './text-field.tsx';
import { type CommandForm, type DialogField, useCommandForm } from './use-command-form.ts';

interface Props<F extends string> extends CommandForm<F> {
  title: string;
  submit: string;
  /** The message of a failure that no field caused. */
  failed: string;
  onClose(): void;
}

/** A dialog with a short command form. It keeps what was typed until the command is stored. */
export function FieldsDialog<F extends string>({ title, submit, failed, onClose, ...commandForm }: Props<F>) {
  const { t } = useTranslation();
  const id = useId();
  const { typed, failure, isBusy, submit: save } = useCommandForm(commandForm, id);
  const submitForm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save();
  };
  const footer = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button type="submit" form={id} busy={isBusy}>
        {submit}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} footer={footer}>
      <form
        method="dialog"
        id={id}
        className={styles.form}
        noValidate
        autoComplete="off"
        onSubmit={submitForm}
      >
        {(Object.keys(commandForm.fields) as F[]).map((name) => {
          const { missing, schema: _rule, ...field } = commandForm.fields[name] satisfies DialogField;
          const problem: FieldProblem | undefined = typed.problems[name];
          return (
            <TextField
              key={name}
              {...field}
              name={name}
              autoComplete="off"
              required={!field.optional}
              value={typed.values[name]}
              onChange={({ target }) => typed.change(name, target.value)}
              problem={problem && ((problem === 'empty' && missing) || t(($) => $.common.problems[problem]))}
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
