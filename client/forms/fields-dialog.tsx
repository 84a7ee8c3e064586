import { type FormEvent, useId } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { CommandFields } from './command-fields.tsx';
import styles from './fields-dialog.module.css';
import { type CommandForm, useCommandForm } from './use-command-form.ts';

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
        <CommandFields fields={commandForm.fields} typed={typed} failure={failure} failed={failed} />
      </form>
    </Dialog>
  );
}
