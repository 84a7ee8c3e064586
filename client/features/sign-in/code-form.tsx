import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '#client/forms/text-field.tsx';
import { useFields } from '#client/forms/use-fields.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { recoveryCodeSchema } from '#domain/protocol/passkeys.ts';
import { focusField } from './focus-field.ts';
import styles from './sign-in.module.css';
import { useSend } from './use-send.ts';

const SCHEMAS = { code: recoveryCodeSchema };

/** Takes a recovery code, however it is typed. */
export function CodeForm({ onCode }: { onCode: (code: string) => Promise<unknown> }) {
  const { t } = useTranslation();
  const fields = useFields(SCHEMAS, { code: '' });
  const { busy, failure, send } = useSend('logIn');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = fields.check();
    if (wrong) return focusField(event.currentTarget, wrong);
    send(() => onCode(fields.values.code));
  };
  const { code: problem } = fields.problems;
  return (
    <form method="dialog" className={styles.form} noValidate onSubmit={submit}>
      <TextField
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        label={t(($) => $.passkeys.step.code)}
        hint={t(($) => $.passkeys.step.codeHint)}
        value={fields.values.code}
        problem={
          problem &&
          (problem === 'empty' ? t(($) => $.passkeys.step.codeMissing) : t(($) => $.passkeys.step.codeWrong))
        }
        onChange={({ target }) => fields.change('code', target.value)}
      />
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button type="submit" wide busy={busy}>
        {busy ? t(($) => $.passkeys.step.checking) : t(($) => $.passkeys.step.goOn)}
      </Button>
    </form>
  );
}
