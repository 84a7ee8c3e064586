import { useState } from 'react';
import { useNavigate } from 'react-router';
import { signWithPasskey } from '#client/auth/webauthn.ts';
import type { FrammeData } from '#client/data/port.ts';
import { AuthForm, NotLoaded, PasskeyButton } from '#client/features/sign-in/auth-form.tsx';
import formStyles from '#client/features/sign-in/sign-in.module.css';
import { TextField } from '#client/forms/field.tsx';
import { useReturnTo } from '#client/session/return-to.ts';
import { useData } from '#client/session/use-household.ts';
import { useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { Card, PageTitle } from '#client/ui/sections.tsx';
import { recoveryCodeSchema } from '#domain/protocol/passkeys.ts';
import styles from './sign-in/sign-in-page.module.css';

/** After a password, mailed link or provider. */
export function SecondFactor() {
  const { texts } = useTranslation('public');
  const data = useData();
  const navigate = useNavigate();
  const returnTo = useReturnTo();
  const back = () => {
    data.call('leaveSecondFactor', {}).catch(() => undefined);
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
  const { t, texts } = useTranslation('public');
  const { reply, error, refetch } = useQuery('pendingSecondFactor');
  const show = useToast();
  const submitCode = async (code: string) => {
    const { codesLeft: count } = await data.signIn('secondFactorByCode', { code });
    show({ text: count === 0 ? texts.passkeys.step.leftNone : t(($) => $.passkeys.step.left, { count }) });
  };
  if (!reply) return error ? <NotLoaded onRetry={() => void refetch()} /> : <Skeleton rows={2} />;
  const { pending } = reply;
  const usePasskey = async () => {
    const { options } = await data.call('secondFactorOptions', {});
    await data.signIn('secondFactor', { response: await signWithPasskey(options) });
  };
  if (pending === null) return <ErrorBox>{texts.passkeys.failures['second-factor-over']}</ErrorBox>;
  return <Methods hasPasskey={pending.passkey} onPasskey={usePasskey} onCode={submitCode} />;
}

interface MethodsProps {
  /** Without a passkey only a code works. */
  hasPasskey: boolean;
  onPasskey: () => Promise<unknown>;
  onCode: (code: string) => Promise<unknown>;
}

function Methods({ hasPasskey, onPasskey, onCode }: MethodsProps) {
  const { texts } = useTranslation('public');
  const [byCode, setByCode] = useState(!hasPasskey);
  return (
    <div className={`${formStyles.form} stack gap-4`}>
      {hasPasskey && (
        <PasskeyButton
          label={texts.passkeys.step.usePasskey}
          variant={byCode ? 'secondary' : 'primary'}
          onUse={onPasskey}
        />
      )}
      {hasPasskey && <p className={`${formStyles.or} line gap-3 muted`}>{texts.signIn.or}</p>}
      {byCode ? (
        <RecoveryCodeForm onCode={onCode} />
      ) : (
        <Button
          variant="secondary"
          wide
          label={texts.passkeys.step.useCode}
          onClick={() => setByCode(true)}
        />
      )}
      <p className="text-center muted small">{texts.passkeys.step.lost}</p>
    </div>
  );
}

/** Any spacing and case. */
function RecoveryCodeForm({ onCode }: { onCode: (code: string) => Promise<unknown> }) {
  const { texts } = useTranslation('public');
  const { step } = texts.passkeys;
  return (
    <AuthForm
      purpose="logIn"
      schemas={{ code: recoveryCodeSchema }}
      saved={{ code: '' }}
      send={({ code }) => onCode(code)}
      label={step.goOn}
      busyLabel={step.checking}
    >
      {(form) => (
        <TextField
          {...form.input('code', { missing: step.codeMissing, wrong: step.codeWrong })}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          label={step.code}
          hint={step.codeHint}
        />
      )}
    </AuthForm>
  );
}
