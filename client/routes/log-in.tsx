import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SECOND_FACTOR_PATH, signInWithPasskey } from '#client/auth/webauthn.ts';
import { PasskeyButton, PasswordForm } from '#client/features/sign-in/auth-form.tsx';
import { useAuth } from '#client/session/auth.tsx';
import { type ReturnTo, useReturnTo } from '#client/session/return-to.ts';
import { useAfterHydration, useData } from '#client/session/use-household.ts';
import { useRegistration } from '#client/session/use-site-info.ts';
import type { Texts } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { House } from '#client/ui/house.tsx';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import { Link } from '#client/ui/link.tsx';
import { Card, PageTitle } from '#client/ui/sections.tsx';
import type { SignInReply } from '#domain/protocol/calls.ts';
import styles from './sign-in/sign-in-page.module.css';
import { AuthorizationOutcome, SignInProviders } from './sign-in/sign-in-providers.tsx';

const SecondFactor = suspendingComponent(() => import('./second-factor.tsx'), 'SecondFactor');

export function LogIn() {
  const { search } = useLocation();
  // Pages are prerendered without a query.
  const step = useAfterHydration(() => new URLSearchParams(search).get('step'));
  if (step !== 'passkey') return <FirstStep />;
  return (
    <Suspense fallback={<Skeleton rows={2} />}>
      <SecondFactor />
    </Suspense>
  );
}

function FirstStep() {
  const { t, texts } = useTranslation('public');
  const { account, profile, login } = useAuth();
  const data = useData();
  const registration = useRegistration();
  const returnTo = useReturnTo();
  // An ended session's account is still stored here; its profile has the current address.
  const ownEmail = profile?.email ?? account?.email;
  const [email, setEmail] = useState(returnTo.email || (ownEmail ?? ''));
  const navigate = useNavigate();
  const goOn = (reply: SignInReply) => {
    if ('next' in reply) void navigate(SECOND_FACTOR_PATH, { state: { ...returnTo, email } });
  };
  return (
    <div className={`${styles.page} stack gap-4`}>
      <div className="line gap-4">
        <House lit={1} className={styles.house} />
        <div>
          <PageTitle>{texts.common.nav.signIn}</PageTitle>
          <p className="muted">{leadOf(returnTo, texts.signIn)}</p>
        </div>
      </div>
      <AuthorizationOutcome />
      <Card>
        <PasswordForm
          email={email}
          onEmail={setEmail}
          onSend={(credentials) => login(credentials).then(goOn)}
        />
        <p className="text-center">
          <Link className="target strong" to="/forgot-password" state={{ ...returnTo, email }}>
            {texts.recovery.forgot.title}
          </Link>
        </p>
        <PasskeyButton label={texts.passkeys.signIn} onUse={() => signInWithPasskey(data).then(goOn)} />
        <SignInProviders page="log-in" />
      </Card>
      <p className="text-center">
        {registration === 'open' ? (
          <>
            <span>{`${texts.signIn.noAccount} `}</span>
            <Link
              className="target strong"
              to="/register"
              state={{ ...returnTo, email: email === ownEmail ? '' : email }}
            >
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

function leadOf({ from = '', open }: ReturnTo, texts: Texts<'public'>['signIn']): string {
  if (open) return texts.checkInLead;
  return from.startsWith('/history') ? texts.historyLead : texts.logInLead;
}
