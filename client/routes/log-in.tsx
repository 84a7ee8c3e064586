import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useAuth } from '#client/app/auth.tsx';
import { type Journey, journeyOf } from '#client/app/destination.ts';
import { LogInForm } from '#client/features/sign-in/log-in-form.tsx';
import { Providers } from '#client/features/sign-in/providers.tsx';
import { Card } from '#client/ui/card.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from './sign-in-page.module.css';

export function LogIn() {
  const { t } = useTranslation();
  const { account, login } = useAuth();
  const journey = journeyOf(useLocation().state);
  // Somebody whose session ended is still known to this device.
  const known = journey.email || account?.email;
  const [email, setEmail] = useState(known ?? '');
  return (
    <div className={styles.page}>
      <PageTitle>{t(($) => $.signIn.logInTitle)}</PageTitle>
      <p className={styles.lead}>
        <Lead journey={journey} />
      </p>
      <Card>
        <LogInForm email={email} onEmail={setEmail} onSend={login} />
        <Providers providers={['Google', 'Facebook', 'LinkedIn']} />
      </Card>
      <p className={styles.other}>
        {t(($) => $.signIn.noAccount)}{' '}
        <Link to="/register" state={{ ...journey, email: email === account?.email ? '' : email }}>
          {t(($) => $.signIn.toRegister)}
        </Link>
      </p>
    </div>
  );
}

/** Says why somebody was sent here. */
function Lead({ journey: { from = '', open } }: { journey: Journey }) {
  const { t } = useTranslation();
  if (open) return t(($) => $.signIn.checkInLead);
  return from.startsWith('/history') ? t(($) => $.signIn.historyLead) : t(($) => $.signIn.logInLead);
}
