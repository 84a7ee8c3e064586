import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { asksSecondFactor, useSecondFactorRedirect } from '#client/auth/second-factor.ts';
import { signInWithPasskey } from '#client/auth/webauthn.ts';
import { LogInForm } from '#client/features/sign-in/log-in-form.tsx';
import { PasskeyButton } from '#client/features/sign-in/passkey-button.tsx';
import { useAuth } from '#client/session/auth.tsx';
import type { ReturnTo } from '#client/session/return-to.ts';
import { useReturnTo } from '#client/session/return-to.ts';
import { useAfterHydration } from '#client/session/use-after-hydration.ts';
import { useRegistration } from '#client/session/use-host.ts';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from './sign-in/sign-in-page.module.css';
import { AuthorizationOutcome, SignInProviders } from './sign-in/sign-in-providers.tsx';

const SecondFactor = suspendingComponent(() => import('./second-factor.tsx'), 'SecondFactor');

export function LogIn() {
  const { search } = useLocation();
  // Pages are prerendered without a query.
  const step = useAfterHydration(() => asksSecondFactor(search));
  if (!step) return <FirstStep />;
  return (
    <Suspense fallback={<Skeleton rows={2} />}>
      <SecondFactor />
    </Suspense>
  );
}

function FirstStep() {
  const { t, texts } = useTranslation();
  const { account, profile, login } = useAuth();
  const data = useData();
  const registration = useRegistration();
  const returnTo = useReturnTo();
  // The account of an ended session is still stored on this device; its profile has the current e-mail address.
  const ownEmail = profile?.email ?? account?.email;
  const [email, setEmail] = useState(returnTo.email || (ownEmail ?? ''));
  const goOn = useSecondFactorRedirect(email);
  return (
    <div className={`${styles.page} stack gap-4`}>
      <PageTitle>{texts.signIn.logIn}</PageTitle>
      <p className={`${styles.lead} muted`}>
        <Lead returnTo={returnTo} />
      </p>
      <AuthorizationOutcome />
      <Card>
        <LogInForm email={email} onEmail={setEmail} onSend={(credentials) => login(credentials).then(goOn)} />
        <p className={styles.other}>
          <Link to="/forgot-password" state={{ ...returnTo, email }}>
            {texts.signIn.forgot}
          </Link>
        </p>
        <PasskeyButton label={texts.passkeys.signIn} onUse={() => signInWithPasskey(data).then(goOn)} />
        <SignInProviders page="log-in" />
      </Card>
      <p className={styles.other}>
        {registration === 'open' ? (
          <>
            <span>{`${texts.signIn.noAccount} `}</span>
            <Link to="/register" state={{ ...returnTo, email: email === ownEmail ? '' : email }}>
              {texts.signIn.createAccount}
            </Link>
          </>
        ) : (
          t(($) => $.common.registration[registration])
        )}
      </p>
    </div>
  );
}

/** Explains why the visitor was redirected here. */
function Lead({ returnTo: { from = '', open } }: { returnTo: ReturnTo }) {
  const { texts } = useTranslation();
  if (open) return <span>{texts.signIn.checkInLead}</span>;
  return <span>{from.startsWith('/history') ? texts.signIn.historyLead : texts.signIn.logInLead}</span>;
}
