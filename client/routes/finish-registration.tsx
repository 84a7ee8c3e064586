import { useNavigate } from 'react-router';
import { useProviderName } from '#client/auth/provider-choices.ts';
import { SECOND_FACTOR_PATH } from '#client/auth/second-factor.ts';
import { NotLoaded } from '#client/features/sign-in/not-loaded.tsx';
import { PendingSignUpForm } from '#client/features/sign-in/pending-sign-up-form.tsx';
import { afterRegistering, useReturnTo } from '#client/session/return-to.ts';
import { useData } from '#client/session/use-household.ts';
import { useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { CallReply } from '#domain/protocol/calls.ts';
import type { SignUpDetails } from '#domain/protocol/provider-calls.ts';
import styles from './sign-in/sign-in-page.module.css';

/** Completes a sign-up by provider whose profile lacks data that an account needs. */
export function FinishRegistration() {
  const { t } = useTranslation('pages');
  const { reply, error, refetch } = useQuery('pendingSignUp');
  const nameOf = useProviderName();
  const pending = reply?.pending;
  const provider = pending ? nameOf(pending.provider) : undefined;
  return (
    <div className={`${styles.page} stack gap-4`}>
      <PageTitle>{t(($) => $.providers.pendingSignUp.title)}</PageTitle>
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
        <p className={styles.other}>
          <Link to="/login">{t(($) => $.providers.pendingSignUp.toLogIn)}</Link>
        </p>
      )}
    </div>
  );
}

function Contents({ pending }: { pending: CallReply<'pendingSignUp'>['pending'] | undefined }) {
  const { t: tPages } = useTranslation('pages');
  const data = useData();
  const navigate = useNavigate();
  const returnTo = useReturnTo();
  if (pending === undefined) return <Skeleton rows={3} />;
  if (pending === null) return <ErrorBox>{tPages(($) => $.providers.pendingSignUp.over)}</ErrorBox>;
  const finish = async (details: SignUpDetails) => {
    const reply = await data.signIn('finishSignUp', details);
    const { to, state } = afterRegistering(returnTo);
    if ('account' in reply) await navigate(to, { replace: true, state });
    else await navigate(SECOND_FACTOR_PATH, { replace: true, state: returnTo });
  };
  return <PendingSignUpForm pending={pending} onSend={finish} />;
}
