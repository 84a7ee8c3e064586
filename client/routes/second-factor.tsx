import { useNavigate } from 'react-router';
import { passSecondFactor } from '#client/auth/webauthn.ts';
import type { FrammeData } from '#client/data/port.ts';
import { NotLoaded } from '#client/features/sign-in/not-loaded.tsx';
import { SecondFactorForm } from '#client/features/sign-in/second-factor-form.tsx';
import { useReturnTo } from '#client/session/return-to.ts';
import { useData } from '#client/session/use-household.ts';
import { useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from './sign-in/sign-in-page.module.css';

/** The second factor of a sign-in that began with a password, mailed link or provider. */
export function SecondFactor() {
  const { texts } = useTranslation();
  const data = useData();
  const navigate = useNavigate();
  const returnTo = useReturnTo();
  const back = () => {
    data.ask('leaveSecondFactor', {}).catch(() => undefined);
    void navigate('/login', { replace: true, state: returnTo });
  };
  return (
    <div className={`${styles.page} stack gap-4`}>
      <PageTitle>{texts.passkeys.step.title}</PageTitle>
      <p className={`${styles.lead} muted`}>{texts.passkeys.step.lead}</p>
      <Card>
        <Contents data={data} />
      </Card>
      <Button variant="quiet" label={texts.passkeys.step.back} onClick={back} />
    </div>
  );
}

function Contents({ data }: { data: FrammeData }) {
  const { texts } = useTranslation();
  const { reply, error, refetch } = useQuery('pendingSecondFactor');
  const submitCode = useRecoveryCode(data);
  if (!reply) return error ? <NotLoaded onRetry={() => void refetch()} /> : <Skeleton rows={2} />;
  const { pending } = reply;
  if (pending === null) return <ErrorBox>{texts.passkeys.failures.stepOver}</ErrorBox>;
  return (
    <SecondFactorForm
      hasPasskey={pending.passkey}
      onPasskey={() => passSecondFactor(data)}
      onCode={submitCode}
    />
  );
}

/** Returns a function that signs in by recovery code, and reports in a toast how many codes are left. */
function useRecoveryCode(data: FrammeData): (code: string) => Promise<void> {
  const { t, texts } = useTranslation();
  const show = useToast();
  return async (code) => {
    const { codesLeft: count } = await data.signIn('secondFactorByCode', { code });
    show({
      text: count === 0 ? texts.passkeys.step.leftNone : t(($) => $.passkeys.step.left, { count }),
    });
  };
}
