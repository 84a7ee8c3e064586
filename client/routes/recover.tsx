import { useNavigate } from 'react-router';
import { SECOND_FACTOR_PATH } from '#client/auth/second-factor.ts';
import { NewPasswordForm } from '#client/features/sign-in/new-password-form.tsx';
import { useLinkToken } from '#client/features/sign-in/use-link-token.ts';
import { MissingToken } from '#client/routes/sign-in/missing-token.tsx';
import styles from '#client/routes/sign-in/sign-in-page.module.css';
import { useData } from '#client/session/use-data.ts';
import { useHost } from '#client/session/use-host.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';

export function Recover() {
  const { t } = useTranslation('pages');
  const data = useData();
  const navigate = useNavigate();
  const token = useLinkToken();
  const recover = async (password: string) => {
    const reply = await data.signIn('recover', { token: token ?? '', password });
    await navigate('account' in reply ? '/dashboard' : SECOND_FACTOR_PATH, { replace: true });
  };
  return (
    <div className={`${styles.page} ${styles.transient}`}>
      <PageTitle>{t(($) => $.recovery.recover.title)}</PageTitle>
      {token === null ? <WithoutToken /> : <WithToken onSend={recover} />}
    </div>
  );
}

function WithoutToken() {
  return (
    <>
      <MissingToken />
      <RequestNewLink />
    </>
  );
}

function WithToken({ onSend }: { onSend: (password: string) => Promise<void> }) {
  const { t } = useTranslation('pages');
  const { sendsMail } = useHost();
  return (
    <>
      <p className={styles.lead}>{t(($) => $.recovery.recover.lead)}</p>
      {!sendsMail && <p>{t(($) => $.recovery.recover.endsSignInMethods)}</p>}
      <Card>
        <NewPasswordForm onSend={onSend} />
      </Card>
      <RequestNewLink />
    </>
  );
}

function RequestNewLink() {
  const { t } = useTranslation('pages');
  return (
    <p className={styles.other}>
      <Link to="/forgot-password">{t(($) => $.recovery.askAnew)}</Link>
    </p>
  );
}
