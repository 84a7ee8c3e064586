import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { startAuthorization } from '#client/auth/provider-authorization.ts';
import { useProviderChoices } from '#client/auth/provider-choices.ts';
import { passkeyObstacle, reauthenticateByPasskey } from '#client/auth/webauthn.ts';
import { Form } from '#client/forms/form.tsx';
import { TextField, Username } from '#client/forms/text-field.tsx';
import { messagesByCode, useAction } from '#client/forms/use-action.ts';
import type { Elements } from '#client/lib/jsx.ts';
import { useData, useOwnEmail } from '#client/session/use-household.ts';
import { QueryFailed, useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import type { ConnectedProvider } from '#domain/protocol/account-calls.ts';
import { PasskeyButton } from './passkey-button.tsx';
import styles from './sign-in.module.css';

interface Props {
  onVerified(): void;
  onClose(): void;
}

/** Step-up authentication by password, passkey or provider, so that an unattended phone cannot change the account. */
export function ReauthDialog({ onVerified, onClose }: Props) {
  const { texts } = useTranslation();
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

/** The button that re-authenticates by passkey; undefined if the account has none, or this page cannot use one. */
function usePasskeyButton(hasPasskey: boolean | undefined, onVerified: () => void) {
  const { texts } = useTranslation();
  const data = useData();
  if (!hasPasskey || passkeyObstacle()) return undefined;
  const reauthenticate = () => reauthenticateByPasskey(data).then(onVerified);
  return <PasskeyButton label={texts.passkeys.step.usePasskey} onUse={reauthenticate} />;
}

/** The typed password and its submission; it is kept if it was wrong or could not be sent. */
function usePasswordForm(onVerified: () => void) {
  const { texts } = useTranslation();
  const data = useData();
  const [password, setPassword] = useState('');
  const { isBusy, failure, run, fail } = useAction(
    messagesByCode({
      'invalid-credentials': texts.account.proof.wrong,
    }),
  );
  const send = async () => {
    if (password === '') return fail((words) => words(($) => $.signIn.missing.password));
    await run(async () => {
      await data.ask('reauthenticate', { password });
      onVerified();
    });
  };
  return { password, setPassword, failure, isBusy, send };
}

interface ReauthByProviderProps {
  /** The connected providers that count as re-authentication. */
  connected: readonly ConnectedProvider[];
  /** Another method, if there is one. */
  alternative: Elements;
}

/** Re-authenticates at a connected provider, which leaves the page; for accounts with neither password nor passkey. */
function ReauthByProvider({ connected, alternative }: ReauthByProviderProps) {
  const { t, texts } = useTranslation();
  const data = useData();
  const { pathname: from } = useLocation();
  const { isBusy, failure, run } = useAction(
    messagesByCode({
      'provider-unreachable': texts.signIn.failures.providerUnreachable,
    }),
  );
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
