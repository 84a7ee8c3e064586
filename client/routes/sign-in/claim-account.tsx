import { useNavigate } from 'react-router';
import { SECOND_FACTOR_PATH } from '#client/auth/second-factor.ts';
import { NewPasswordForm } from '#client/features/sign-in/new-password-form.tsx';
import { useData } from '#client/session/use-data.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import styles from './sign-in-page.module.css';

/** Verifies an address by a new password: for its owner if somebody else registered it, and whoever cannot sign in. */
export function ClaimAccount({ token }: { token: string }) {
  const { t } = useTranslation('pages');
  const data = useData();
  const navigate = useNavigate();
  const claim = async (password: string) => {
    const reply = await data.signIn('claimAccount', { token, password });
    await navigate('account' in reply ? '/dashboard' : SECOND_FACTOR_PATH, { replace: true });
  };
  return (
    <section className={styles.section}>
      <h2>{t(($) => $.recovery.claim.title)}</h2>
      <p>{t(($) => $.recovery.claim.lead)}</p>
      <Card>
        <NewPasswordForm onSend={claim} />
      </Card>
    </section>
  );
}
