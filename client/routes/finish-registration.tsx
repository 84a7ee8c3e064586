import { useNavigate } from 'react-router';
import { useProviderName } from '#client/auth/provider-choices.ts';
import { SECOND_FACTOR_PATH } from '#client/auth/webauthn.ts';
import { AuthForm, NotLoaded } from '#client/features/sign-in/auth-form.tsx';
import formStyles from '#client/features/sign-in/sign-in.module.css';
import { EmailField, NAME_INPUT, TextField, type TextFieldProps } from '#client/forms/field.tsx';
import { afterRegistering, useReturnTo } from '#client/session/return-to.ts';
import { useData } from '#client/session/use-household.ts';
import { useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Link } from '#client/ui/link.tsx';
import { Card, PageTitle } from '#client/ui/sections.tsx';
import type { CallReply } from '#domain/protocol/calls.ts';
import { type SignUpDetails, signUpFields } from '#domain/protocol/provider-calls.ts';
import styles from './sign-in/sign-in-page.module.css';

/** For a provider's profile that lacks data an account needs. */
export function FinishRegistration() {
  const { t, texts } = useTranslation('public');
  const { reply, error, refetch } = useQuery('pendingSignUp');
  const nameOf = useProviderName();
  const pending = reply?.pending;
  const provider = pending ? nameOf(pending.provider) : undefined;
  return (
    <div className={`${styles.page} stack gap-4`}>
      <PageTitle>{texts.providers.pendingSignUp.title}</PageTitle>
      {provider && (
        <p className={`${styles.lead} muted`}>{t(($) => $.providers.pendingSignUp.lead, { provider })}</p>
      )}
      <Card>
        {pending === undefined && error !== undefined ? (
          <NotLoaded onRetry={() => void refetch()} />
        ) : (
          <Contents pending={pending} />
        )}
      </Card>
      {(pending !== undefined || error !== undefined) && (
        <p className="text-center">
          <Link className="target strong" to="/login">
            {texts.recovery.forgot.toLogIn}
          </Link>
        </p>
      )}
    </div>
  );
}

/** Fills in what the provider gave. */
function Contents({ pending }: { pending: CallReply<'pendingSignUp'>['pending'] | undefined }) {
  const { t, texts } = useTranslation('public');
  const data = useData();
  const navigate = useNavigate();
  const returnTo = useReturnTo();
  if (pending === undefined) return <Skeleton rows={3} />;
  if (pending === null) return <ErrorBox>{texts.providers.pendingSignUp.over}</ErrorBox>;
  const finish = async (details: SignUpDetails) => {
    const reply = await data.signIn('finishSignUp', details);
    const { to, state } = afterRegistering(returnTo);
    if ('account' in reply) await navigate(to, { replace: true, state });
    else await navigate(SECOND_FACTOR_PATH, { replace: true, state: returnTo });
  };
  const { firstName = '', lastName = '', email = '' } = pending;
  return (
    <AuthForm
      purpose="register"
      schemas={signUpFields}
      saved={{ firstName, lastName, email }}
      send={finish}
      label={texts.signIn.createAccount}
      busyLabel={texts.signIn.creatingAccount}
    >
      {({ input }) => {
        const field = (name: keyof SignUpDetails, autoComplete: string): TextFieldProps => ({
          ...input(name, { missing: t(($) => $.signIn.missing[name]) }),
          autoComplete,
          label: t(($) => $.signIn[name]),
        });
        return (
          <>
            <div className={`${formStyles.names} stack gap-4`}>
              <TextField {...field('firstName', 'given-name')} {...NAME_INPUT} />
              <TextField {...field('lastName', 'family-name')} {...NAME_INPUT} />
            </div>
            <EmailField {...field('email', 'email')} enterKeyHint="go" />
          </>
        );
      }}
    </AuthForm>
  );
}
