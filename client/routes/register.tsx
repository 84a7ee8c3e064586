import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useAuth } from '#client/app/auth.tsx';
import { journeyOf } from '#client/app/destination.ts';
import { Providers } from '#client/features/sign-in/providers.tsx';
import { RegisterForm } from '#client/features/sign-in/register-form.tsx';
import { useLanguage } from '#client/translations/use-language.ts';
import { Card } from '#client/ui/card.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from './sign-in-page.module.css';

export function Register() {
  const { t } = useTranslation();
  const { register } = useAuth();
  const { language } = useLanguage();
  const journey = journeyOf(useLocation().state);
  const [email, setEmail] = useState(journey.email ?? '');
  return (
    <div className={styles.page}>
      <PageTitle>{t(($) => $.signIn.registerTitle)}</PageTitle>
      <p className={styles.lead}>{t(($) => $.signIn.registerLead)}</p>
      <Card>
        <RegisterForm
          email={email}
          onEmail={setEmail}
          onSend={(registration) => register({ ...registration, language })}
        />
        <Providers providers={['Google']} />
      </Card>
      <p className={styles.other}>
        {t(($) => $.signIn.haveAccount)}{' '}
        <Link to="/login" state={{ ...journey, email }}>
          {t(($) => $.signIn.toLogIn)}
        </Link>
      </p>
    </div>
  );
}
