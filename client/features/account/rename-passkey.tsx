import { type FormEvent, useId } from 'react';
import { focusField } from '#client/forms/focus-field.ts';
import { TextField } from '#client/forms/text-field.tsx';
import { useFields } from '#client/forms/use-fields.ts';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { nameSchema } from '#domain/fields.ts';
import type { Passkey } from '#domain/protocol/passkeys.ts';
import styles from './account.module.css';
import type { PasskeySettings } from './use-passkeys.ts';

interface RenamePasskeyProps {
  passkey: Passkey;
  settings: PasskeySettings;
  onClose: () => void;
}

const SCHEMAS = { name: nameSchema };

export function RenamePasskey({ passkey: { id, name }, settings, onClose }: RenamePasskeyProps) {
  const { t } = useTranslation();
  const data = useData();
  const form = useId();
  const fields = useFields(SCHEMAS, { name });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (fields.check()) return focusField(form, 'name');
    const renamed = { id, name: fields.values.name };
    if (await settings.change('rename', () => data.ask('renamePasskey', renamed))) onClose();
  };
  const problem = fields.problems.name;
  const missing = t(($) => $.passkeySettings.nameMissing);
  return (
    <Dialog
      open
      title={t(($) => $.passkeySettings.renameTitle)}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t(($) => $.common.cancel)}
          </Button>
          <Button type="submit" form={form} busy={settings.busy === 'rename'}>
            {t(($) => $.common.save)}
          </Button>
        </>
      }
    >
      <form
        method="dialog"
        id={form}
        noValidate
        autoComplete="off"
        className={styles.section}
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          name="name"
          spellCheck={false}
          enterKeyHint="done"
          autoComplete="off"
          label={t(($) => $.passkeySettings.name)}
          value={fields.values.name}
          problem={problem && (problem === 'empty' ? missing : t(($) => $.common.problems[problem]))}
          onChange={({ target }) => fields.change('name', target.value)}
        />
        {settings.failure && <ErrorBox>{settings.failure}</ErrorBox>}
      </form>
    </Dialog>
  );
}
