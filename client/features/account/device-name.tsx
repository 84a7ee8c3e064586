import { useId } from 'react';
import { FormDialog } from '#client/forms/form-dialog.tsx';
import { TextField } from '#client/forms/text-field.tsx';
import { focusField, useFields } from '#client/forms/use-fields.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { nameSchema } from '#domain/fields.ts';

/** Words a name that the server made of a browser and its system, "Chrome · Android", as "Chrome på Android"; others stay. */
export function useDeviceWords(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => {
    const [browser = '', system, ...more] = name.split(' · ');
    if (system === undefined || more.length > 0) return name;
    return t(($) => $.account.devices.browserOn, { browser, system });
  };
}

interface RenameDialogProps {
  title: string;
  label: string;
  hint?: string;
  /** Asks for a name where none was typed. */
  missing?: string;
  former: string;
  isBusy: boolean;
  failure: string | undefined;
  onSave(name: string): Promise<unknown>;
  onClose(): void;
}

/** Renames a device or a passkey. */
export function RenameDialog({
  label,
  hint,
  missing,
  former,
  failure,
  onSave,
  ...dialog
}: RenameDialogProps) {
  const { texts } = useTranslation();
  const fields = useFields({ name: nameSchema }, { name: former });
  const submit = (form: HTMLFormElement) => {
    if (fields.check()) focusField(form, 'name');
    else if (fields.changed.name === undefined) dialog.onClose();
    else void onSave(fields.changed.name.trim());
  };
  return (
    <FormDialog {...dialog} id={useId()} submit={texts.common.save} onSubmit={submit}>
      <TextField
        {...fields.input('name', { missing })}
        spellCheck={false}
        enterKeyHint="done"
        autoComplete="off"
        label={label}
        hint={hint}
      />
      {failure && <ErrorBox>{failure}</ErrorBox>}
    </FormDialog>
  );
}
