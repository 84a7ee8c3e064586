import { useRegistration } from '#client/session/use-registration.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import type { Status } from '#domain/documents.ts';
import styles from './check-in.module.css';

/** Asks a signed-out visitor to log in or register; the modal opens again afterwards. */
export function SignedOutStep({ mode }: { mode: Status }) {
  const { t } = useTranslation();
  const isOpen = useRegistration() === 'open';
  const returnTo = { from: '/', open: mode };
  return (
    <div className={styles.step}>
      <h3>{t(($) => $.modal.signedOutTitle)}</h3>
      <p>{t(($) => $.modal.signedOutText)}</p>
      <div className={styles.choices}>
        <LinkButton to="/login" state={returnTo} wide>
          {t(($) => $.home.logIn)}
        </LinkButton>
        {isOpen && (
          <LinkButton to="/register" state={returnTo} variant="secondary" wide>
            {t(($) => $.home.register)}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
