import { useState } from 'react';
import { Form } from '#client/forms/form.tsx';
import { TextField } from '#client/forms/text-field.tsx';
import { focusField, useFields } from '#client/forms/use-fields.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { recoveryCodeSchema } from '#domain/protocol/passkeys.ts';
import { useSignInAction } from './failure-message.ts';
import { PasskeyButton } from './passkey-button.tsx';
import styles from './sign-in.module.css';

interface SecondFactorFormProps {
  /** True if the account has passkeys; without any only a code works. */
  hasPasskey: boolean;
  onPasskey: () => Promise<unknown>;
  onCode: (code: string) => Promise<unknown>;
}

/** The second factor: a passkey, or a recovery code if it is not at hand. */
export function SecondFactorForm({ hasPasskey, onPasskey, onCode }: SecondFactorFormProps) {
  const { t } = useTranslation();
  const [byCode, setByCode] = useState(!hasPasskey);
  return (
    <div className={`${styles.form} stack gap-4`}>
      {hasPasskey && (
        <PasskeyButton
          label={t(($) => $.passkeys.step.usePasskey)}
          variant={byCode ? 'secondary' : 'primary'}
          onUse={onPasskey}
        />
      )}
      {hasPasskey && <p className={`${styles.or} line gap-3 muted`}>{t(($) => $.signIn.or)}</p>}
      {byCode ? (
        <RecoveryCodeForm onCode={onCode} />
      ) : (
        <Button variant="secondary" wide onClick={() => setByCode(true)}>
          {t(($) => $.passkeys.step.useCode)}
        </Button>
      )}
      <p className={`${styles.reason} muted small`}>{t(($) => $.passkeys.step.lost)}</p>
    </div>
  );
}

const SCHEMAS = { code: recoveryCodeSchema };

/** Accepts a recovery code with any spacing and case. */
function RecoveryCodeForm({ onCode }: { onCode: (code: string) => Promise<unknown> }) {
  const { t } = useTranslation();
  const fields = useFields(SCHEMAS, { code: '' }, true);
  const { isBusy, failure, run } = useSignInAction('logIn');
  const submit = (form: HTMLFormElement) => {
    const wrong = fields.check();
    if (wrong) return focusField(form, wrong);
    void run(() => onCode(fields.values.code));
  };
  const { code: problem } = fields.problems;
  return (
    <Form className={styles.form} onSubmit={submit}>
      <TextField
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        label={t(($) => $.passkeys.step.code)}
        hint={t(($) => $.passkeys.step.codeHint)}
        {...fields.input('code')}
        problem={
          problem &&
          (problem === 'empty' ? t(($) => $.passkeys.step.codeMissing) : t(($) => $.passkeys.step.codeWrong))
        }
      />
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? t(($) => $.passkeys.step.checking) : t(($) => $.passkeys.step.goOn)}
      </Button>
    </Form>
  );
}
