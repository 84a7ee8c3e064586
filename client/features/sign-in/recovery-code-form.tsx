import type { FormEvent } from 'react';
import { focusField } from '#client/forms/focus-field.ts';
import { TextField } from '#client/forms/text-field.tsx';
import { useFields } from '#client/forms/use-fields.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { recoveryCodeSchema } from '#domain/protocol/passkeys.ts';
import styles from './sign-in.module.css';
import { useSignInAction } from './use-sign-in-action.ts';

const SCHEMAS = { code: recoveryCodeSchema };

/** Accepts a recovery code with any spacing and case. */
export function RecoveryCodeForm({ onCode }: { onCode: (code: string) => Promise<unknown> }) {
  const { t } = useTranslation();
  const fields = useFields(SCHEMAS, { code: '' }, true);
  const { isBusy, failure, run } = useSignInAction('logIn');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = fields.check();
    if (wrong) return focusField(event.currentTarget, wrong);
    void run(() => onCode(fields.values.code));
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
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? t(($) => $.passkeys.step.checking) : t(($) => $.passkeys.step.goOn)}
      </Button>
    </form>
  );
}
