import { useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { startAuthorization } from '#client/auth/provider-authorization.ts';
import { type ProviderChoice, useProviderChoices } from '#client/auth/provider-choices.ts';
import {
  passkeyObstacle,
  SECOND_FACTOR_PATH,
  signInWithPasskey,
  signWithPasskey,
} from '#client/auth/webauthn.ts';
import { TextField, Username } from '#client/forms/field.tsx';
import { Form } from '#client/forms/form.tsx';
import { useAction } from '#client/forms/use-action.ts';
import type { Elements } from '#client/lib/jsx.ts';
import { useData, useHouseholdIfAny, useOwnEmail, useViewPart } from '#client/session/use-household.ts';
import { QueryFailed, useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Link } from '#client/ui/link.tsx';
import type { ConnectedProvider } from '#domain/protocol/account-calls.ts';
import type { SignInReply } from '#domain/protocol/calls.ts';
import { PasskeyButton, PasswordForm, useAuthAction } from './auth-form.tsx';
import styles from './sign-in.module.css';

/** After the session ended elsewhere, over a hidden page. */
export function SignInAgain({ onClose }: { onClose?: () => void }) {
  const { texts } = useTranslation('public');
  const email = useOwnEmail();
  const here = useHere(email);
  return (
    <Dialog title={texts.common.banner.lockedTitle} onClose={onClose}>
      <div className={`${styles.form} stack gap-4 appears`}>
        <Unsent />
        <Method email={email} />
        <p className="text-center muted small">
          <Link to="/login" state={here}>
            {texts.signIn.again.otherWay}
          </Link>
        </p>
      </div>
    </Dialog>
  );
}

/** Adding a child or guest has its own message in the error catalogue. */
function Unsent() {
  const { t, texts } = useTranslation('public');
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

function Method({ email }: { email: string }) {
  const { texts } = useTranslation('public');
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
  return provider ? (
    <ByProvider {...provider} email={email} />
  ) : (
    <PasswordForm email={email} onSend={(sent) => data.signIn('logIn', sent).then(goOn)} />
  );
}

function ByProvider({ id, name, email }: ProviderChoice & { email: string }) {
  const { t } = useTranslation('public');
  const data = useData();
  const here = useHere(email);
  const { isBusy, failure, run } = useAuthAction('logIn');
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

/** To return to after signing in on another page. */
function useHere(email: string) {
  const { pathname, search } = useLocation();
  return { from: pathname + search, email };
}

/** An account that requires a passkey continues on the log-in page. */
function useGoOn(email: string): (reply: SignInReply) => void {
  const navigate = useNavigate();
  const here = useHere(email);
  return (reply) => {
    if ('next' in reply) void navigate(SECOND_FACTOR_PATH, { state: here });
  };
}

/** Step-up authentication, so that an unattended phone cannot change the account. */
export function ReauthDialog({ onVerified, onClose }: { onVerified(): void; onClose(): void }) {
  const { texts } = useTranslation('details');
  const form = useId();
  const email = useOwnEmail();
  const methods = useQuery('signInMethods');
  const listed = useQuery('listPasskeys');
  const hasPasskey = listed.reply && listed.reply.passkeys.length > 0;
  const byPasskey = usePasskeyButton(hasPasskey, onVerified);
  const { password, setPassword, failure, isBusy, send } = usePasswordForm(onVerified);
  const footer = methods.reply?.hasPassword && (
    <>
      <Button variant="secondary" label={texts.common.cancel} onClick={onClose} />
      <Button type="submit" form={form} label={texts.account.proof.confirm} busy={isBusy} />
    </>
  );
  return (
    <Dialog title={texts.account.proof.title} onClose={onClose} footer={footer}>
      {methods.error ? (
        <QueryFailed error={methods.error} />
      ) : !methods.reply || (!methods.reply.hasPassword && !listed.reply && !listed.error) ? (
        <Skeleton rows={1} />
      ) : !methods.reply.hasPassword ? (
        <ReauthByProvider
          connected={hasPasskey === false ? methods.reply.providers : []}
          alternative={byPasskey}
        />
      ) : (
        <Form id={form} className={styles.form} onSubmit={() => void send()}>
          <p>{texts.account.proof.why}</p>
          <Username email={email} />
          <TextField
            name="password"
            type="password"
            autoComplete="current-password"
            label={texts.account.proof.password}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          {failure && <ErrorBox>{failure}</ErrorBox>}
          {byPasskey}
        </Form>
      )}
    </Dialog>
  );
}

/** Undefined without a passkey, or where this page cannot use one. */
function usePasskeyButton(hasPasskey: boolean | undefined, onVerified: () => void) {
  const { texts } = useTranslation('public');
  const data = useData();
  if (!hasPasskey || passkeyObstacle()) return undefined;
  const reauthenticate = async () => {
    const { options } = await data.call('passkeyReauthenticationOptions', {});
    await data.call('reauthenticateByPasskey', { response: await signWithPasskey(options) });
    onVerified();
  };
  return <PasskeyButton label={texts.passkeys.step.usePasskey} onUse={reauthenticate} />;
}

/** Keeps the password if it was wrong or could not be sent. */
function usePasswordForm(onVerified: () => void) {
  const { texts } = useTranslation('details', 'public');
  const data = useData();
  const [password, setPassword] = useState('');
  const { isBusy, failure, run, fail } = useAction(
    { 'invalid-credentials': texts.account.proof.wrong },
    'public',
  );
  const send = async () => {
    if (password === '') return fail((t) => t(($) => $.signIn.missing.password));
    await run(async () => {
      await data.call('reauthenticate', { password });
      onVerified();
    });
  };
  return { password, setPassword, failure, isBusy, send };
}

interface ReauthByProviderProps {
  connected: readonly ConnectedProvider[];
  alternative: Elements;
}

/** Leaves the page; for accounts with neither password nor passkey. */
function ReauthByProvider({ connected, alternative }: ReauthByProviderProps) {
  const { t, texts } = useTranslation('details', 'public');
  const data = useData();
  const { pathname: from } = useLocation();
  const { isBusy, failure, run } = useAction();
  const usable = useProviderChoices([]).filter(({ id }) => connected.some(({ provider }) => provider === id));
  if (usable.length === 0) return alternative ?? <p>{texts.account.proof.noPassword}</p>;
  return (
    <div className={`${styles.form} stack gap-4`}>
      <p>{texts.account.proof.byService}</p>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      {usable.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          wide
          label={t(($) => $.signIn.continueWith, { provider: name })}
          busy={isBusy}
          onClick={() => void run(() => startAuthorization(data, id, 'reauthenticate', { from }))}
        />
      ))}
      {alternative}
    </div>
  );
}
