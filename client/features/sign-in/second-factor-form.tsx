import { useState } from 'react';
import { SendForm } from '#client/forms/send-form.tsx';
import { TextField } from '#client/forms/text-field.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { recoveryCodeSchema } from '#domain/protocol/passkeys.ts';
import { useSignInForm } from './failure-message.ts';
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
  const { texts } = useTranslation();
  const [byCode, setByCode] = useState(!hasPasskey);
  return (
    <div className={`${styles.form} stack gap-4`}>
      {hasPasskey && (
        <PasskeyButton
          label={texts.passkeys.step.usePasskey}
          variant={byCode ? 'secondary' : 'primary'}
          onUse={onPasskey}
        />
      )}
      {hasPasskey && <p className={`${styles.or} line gap-3 muted`}>{texts.signIn.or}</p>}
      {byCode ? (
        <RecoveryCodeForm onCode={onCode} />
      ) : (
        <Button
          variant="secondary"
          wide
          label={texts.passkeys.step.useCode}
          onClick={() => setByCode(true)}
        />
      )}
      <p className={`${styles.reason} muted small`}>{texts.passkeys.step.lost}</p>
    </div>
  );
}

/** Accepts a recovery code with any spacing and case. */
function RecoveryCodeForm({ onCode }: { onCode: (code: string) => Promise<unknown> }) {
  const { texts } = useTranslation();
  const { step } = texts.passkeys;
  const form = useSignInForm('logIn', {
    schemas: { code: recoveryCodeSchema },
    saved: { code: '' },
    send: ({ code }) => onCode(code),
  });
  return (
    <SendForm
      form={form}
      className={styles.form}
      label={texts.passkeys.step.goOn}
      busyLabel={texts.passkeys.step.checking}
    >
      <TextField
        {...form.input('code', { missing: step.codeMissing, wrong: step.codeWrong })}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        label={step.code}
        hint={step.codeHint}
      />
    </SendForm>
  );
}
