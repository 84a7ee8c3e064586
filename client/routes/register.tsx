import { useState } from 'react';
import { RegisterForm } from '#client/features/sign-in/register-form.tsx';
import { AuthorizationOutcome } from '#client/routes/sign-in/authorization-outcome.tsx';
import styles from '#client/routes/sign-in/sign-in-page.module.css';
import { SignInProviders } from '#client/routes/sign-in/sign-in-providers.tsx';
import { useAuth } from '#client/session/auth.tsx';
import { useReturnTo } from '#client/session/use-return-to.ts';
import { useLanguage } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';

export function Register() {
  const { t } = useTranslation();
  const { register } = useAuth();
  const { language } = useLanguage();
  const returnTo = useReturnTo();
  const [email, setEmail] = useState(returnTo.email ?? '');
  return (
    <div className={styles.page}>
      <PageTitle>{t(($) => $.signIn.registerTitle)}</PageTitle>
      <p className={styles.lead}>{t(($) => $.signIn.registerLead)}</p>
      <AuthorizationOutcome />
      <Card>
        <RegisterForm
          email={email}
          onEmail={setEmail}
          onSend={(registration) => register({ ...registration, language })}
        />
        <SignInProviders page="register" />
      </Card>
      <p className={styles.other}>
        {t(($) => $.signIn.haveAccount)}{' '}
        <Link to="/login" state={{ ...returnTo, email }}>
          {t(($) => $.signIn.toLogIn)}
        </Link>
      </p>
    </div>
  );
}
