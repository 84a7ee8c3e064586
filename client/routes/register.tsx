import { useState } from 'react';
import { useLinkToken } from '#client/features/sign-in/mailed-link.tsx';
import { RegisterForm } from '#client/features/sign-in/register-form.tsx';
import { useAuth } from '#client/session/auth.tsx';
import { useReturnTo } from '#client/session/return-to.ts';
import { useRegistration } from '#client/session/use-host.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from './sign-in/sign-in-page.module.css';
import { AuthorizationOutcome, SignInProviders } from './sign-in/sign-in-providers.tsx';

export function Register() {
  const { t, texts } = useTranslation();
  const returnTo = useReturnTo();
  const registration = useRegistration();
  const invitation = useLinkToken() ?? undefined;
  const [email, setEmail] = useState(returnTo.email ?? '');
  const isOpen = registration === 'open' || (registration === 'invite' && invitation !== undefined);
  return (
    <div className={`${styles.page} stack gap-4`}>
      <PageTitle>{texts.signIn.createAccount}</PageTitle>
      <p className={`${styles.lead} muted`}>
        {registration === 'open' || isOpen
          ? texts.signIn.registerLead
          : t(($) => $.common.registration[registration])}
      </p>
      <AuthorizationOutcome />
      {isOpen && <Registration email={email} onEmail={setEmail} invitation={invitation} />}
      <p className={styles.other}>
        <span>{`${texts.signIn.haveAccount} `}</span>
        <Link to="/login" state={{ ...returnTo, email }}>
          {texts.signIn.logIn}
        </Link>
      </p>
    </div>
  );
}

interface Props {
  email: string;
  onEmail: (email: string) => void;
  invitation: string | undefined;
}

function Registration({ email, onEmail, invitation }: Props) {
  const { register } = useAuth();
  const { language } = useTranslation();
  return (
    <Card>
      <RegisterForm
        email={email}
        onEmail={onEmail}
        onSend={(registration) => register({ ...registration, language, ...(invitation && { invitation }) })}
      />
      <SignInProviders page="register" invitation={invitation} />
    </Card>
  );
}
