import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/buttons/button.tsx';
import { CodeForm } from './code-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import styles from './sign-in.module.css';

interface SecondStepProps {
  /** Whether the account has passkeys; without any only a code helps. */
  hasPasskey: boolean;
  onPasskey: () => Promise<unknown>;
  onCode: (code: string) => Promise<unknown>;
}

/** After the password, or whatever else came first: the passkey, or a code where it is not at hand. */
export function SecondStep({ hasPasskey, onPasskey, onCode }: SecondStepProps) {
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
        <CodeForm onCode={onCode} />
      ) : (
        <Button variant="secondary" wide onClick={() => setByCode(true)}>
          {t(($) => $.passkeys.step.useCode)}
        </Button>
      )}
      <p className={styles.reason}>{t(($) => $.passkeys.step.lost)}</p>
    </div>
  );
}
