import { useLocation, useNavigate } from 'react-router';
import { startAuthorization } from '#client/auth/provider-authorization.ts';
import { type ProviderChoice, useProviderChoices } from '#client/auth/provider-choices.ts';
import { SECOND_FACTOR_PATH } from '#client/auth/second-factor.ts';
import { signInWithPasskey } from '#client/auth/webauthn.ts';
import { SendForm } from '#client/forms/send-form.tsx';
import { TextField, Username } from '#client/forms/text-field.tsx';
import { useData, useHouseholdIfAny, useOwnEmail, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Link } from '#client/ui/link.tsx';
import { logInSchema, type SignInReply } from '#domain/protocol/calls.ts';
import { useSignInAction, useSignInForm } from './failure-message.ts';
import { PasskeyButton } from './passkey-button.tsx';
import styles from './sign-in.module.css';

/** The sheet over the hidden page of a parent whose session ended elsewhere: asks for nothing but what signs in again. */
export function SignInAgain({ onClose }: { onClose?: () => void }) {
  useTranslation(['signIn']);
  const { texts } = useTranslation();
  const email = useOwnEmail();
  const here = useHere(email);
  return (
    <Dialog title={texts.common.banner.lockedTitle} onClose={onClose}>
      <div className={`${styles.form} stack gap-4 appears`}>
        <Unsent />
        <Method email={email} />
        <p className={`${styles.reason} muted small`}>
          <Link to="/login" state={here}>
            {texts.signIn.again.otherWay}
          </Link>
        </p>
      </div>
    </Dialog>
  );
}

/** The changes that wait for the sign-in. Adding a child or guest has a message of the error catalogue. */
function Unsent() {
  const { t, texts } = useTranslation();
  const household = useHouseholdIfAny();
  const count = useViewPart(({ waiting }) => waiting) ?? 0;
  const isEnded = useViewPart(({ ended }) => ended) ?? false;
  const why = t(($) => (isEnded ? $.signIn.again.ended : $.signIn.again.why));
  const isAdding = household?.unsent().some(({ name }) => name === 'addChild' || name === 'addGuest');
  if (count === 0) return <p>{why}</p>;
  return (
    <>
      {isAdding && <ErrorBox>{texts.common.failures.notAuthenticated}</ErrorBox>}
      <p>{`${why} ${t(($) => $.signIn.again.waiting, { count })}`}</p>
    </>
  );
}

/** Asks in the way in which the parent last signed in on this device. */
function Method({ email }: { email: string }) {
  const { texts } = useTranslation();
  const data = useData();
  const goOn = useGoOn(email);
  const method = data.lastSignInMethod();
  const provider = useProviderChoices([]).find(({ id }) => id === method);
  if (method === 'passkey')
    return (
      <PasskeyButton
        label={texts.passkeys.signIn}
        variant="primary"
        onUse={() => signInWithPasskey(data).then(goOn)}
      />
    );
  return provider ? <ByProvider {...provider} email={email} /> : <PasswordForm email={email} />;
}

function ByProvider({ id, name, email }: ProviderChoice & { email: string }) {
  const { t } = useTranslation();
  const data = useData();
  const here = useHere(email);
  const { isBusy, failure, run } = useSignInAction('logIn');
  return (
    <>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button
        wide
        label={t(($) => $.signIn.continueWith, { provider: name })}
        busy={isBusy}
        onClick={() => void run(() => startAuthorization(data, id, 'sign-in', here))}
      />
    </>
  );
}

function PasswordForm({ email }: { email: string }) {
  const { t, texts } = useTranslation();
  const data = useData();
  const goOn = useGoOn(email);
  const form = useSignInForm('logIn', {
    schemas: { password: logInSchema.entries.password },
    saved: { password: '' },
    send: ({ password }) => data.signIn('logIn', { email, password }).then(goOn),
  });
  return (
    <SendForm
      form={form}
      className={styles.form}
      label={texts.signIn.logIn}
      busyLabel={texts.signIn.loggingIn}
    >
      <Username email={email} />
      <TextField
        {...form.input('password', { missing: texts.signIn.missing.password })}
        type="password"
        autoComplete="current-password"
        required
        label={t(($) => $.signIn.again.password, { email })}
      />
    </SendForm>
  );
}

/** The page to return to after signing in elsewhere. */
function useHere(email: string) {
  const { pathname, search } = useLocation();
  return { from: pathname + search, email };
}

/** Signing in reveals the page; an account that requires a passkey is asked for it on the log-in page. */
function useGoOn(email: string): (reply: SignInReply) => void {
  const navigate = useNavigate();
  const here = useHere(email);
  return (reply) => {
    if ('next' in reply) void navigate(SECOND_FACTOR_PATH, { state: here });
  };
}
