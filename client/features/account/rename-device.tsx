import { type FormEvent, useId, useState } from 'react';
import { TextField } from '#client/forms/text-field.tsx';
import { messagesByCode, useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { type FieldProblem, fieldProblem, nameSchema } from '#domain/fields.ts';
import type { Device } from '#domain/protocol/account-calls.ts';
import styles from './account.module.css';

interface Props {
  device: Device;
  onSaved(): Promise<void>;
  onClose(): void;
}

/** Dialog that names a device. */
export function RenameDevice({ device, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const form = useId();
  const { name, type, problem, doing, save } = useDeviceName(device, async () => {
    await onSaved();
    onClose();
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save();
  };
  const footer = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button type="submit" form={form} busy={doing.isBusy}>
        {t(($) => $.common.save)}
      </Button>
    </>
  );
  return (
    <Dialog open title={t(($) => $.account.devices.nameTitle)} onClose={onClose} footer={footer}>
      <form method="dialog" id={form} className={styles.form} noValidate onSubmit={submit}>
        <TextField
          name="name"
          spellCheck={false}
          enterKeyHint="done"
          autoComplete="off"
          label={t(($) => $.account.devices.name)}
          hint={t(($) => $.account.devices.nameHint)}
          value={name}
          problem={problem && t(($) => $.common.problems[problem])}
          onChange={({ target }) => type(target.value)}
        />
        {doing.failure && <ErrorBox>{doing.failure}</ErrorBox>}
      </form>
    </Dialog>
  );
}

function useDeviceName({ id, name: former }: Device, onSaved: () => Promise<void>) {
  const { t } = useTranslation();
  const data = useData();
  const [name, setName] = useState(former);
  const [problem, setProblem] = useState<FieldProblem>();
  const doing = useAction(messagesByCode({ 'not-found': t(($) => $.account.devices.gone) }));
  const save = async () => {
    const wrong = fieldProblem(nameSchema, name);
    setProblem(wrong);
    if (wrong) return;
    await doing.run(async () => {
      await data.ask('nameDevice', { id, name: name.trim() });
      await onSaved();
    });
  };
  const type = (text: string) => {
    setName(text);
    if (problem) setProblem(fieldProblem(nameSchema, text));
  };
  return { name, type, problem, doing, save };
}
