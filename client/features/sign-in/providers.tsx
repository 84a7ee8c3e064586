import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import styles from './sign-in.module.css';

export type Provider = 'Google' | 'Facebook' | 'LinkedIn';

/** Sign-in by another service: shown but off, with the reason, while the host has connected none. */
export function Providers({ providers }: { providers: readonly Provider[] }) {
  const { t } = useTranslation();
  const reason = useId();
  return (
    <div className={styles.providers}>
      <p className={styles.or}>{t(($) => $.signIn.or)}</p>
      {providers.map((provider) => (
        <Button key={provider} variant="secondary" wide disabled aria-describedby={reason}>
          {t(($) => $.signIn.continueWith, { provider })}
        </Button>
      ))}
      <p className={styles.reason} id={reason}>
        {t(($) => $.signIn.notConnected)}
      </p>
    </div>
  );
}
