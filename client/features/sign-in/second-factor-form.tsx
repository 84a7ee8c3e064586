import { useState } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';
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
    <div className={styles.form}>
      {hasPasskey && (
        <PasskeyButton
          label={t(($) => $.passkeys.step.usePasskey)}
          variant={byCode ? 'secondary' : 'primary'}
          onUse={onPasskey}
        />
      )}
      {hasPasskey && <p className={styles.or}>{t(($) => $.signIn.or)}</p>}
      {byCode ? (
        <RecoveryCodeForm onCode={onCode} />
      ) : (
        <Button variant="secondary" wide onClick={() => setByCode(true)}>
          {t(($) => $.passkeys.step.useCode)}
        </Button>
      )}
      <p className={styles.reason}>{t(($) => $.passkeys.step.lost)}</p>
    </div>
  );
}
