import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proveByPasskey } from '#client/auth/passkeys.ts';
import { passkeyObstacle } from '#client/auth/webauthn.ts';
import { TextField } from '#client/forms/text-field.tsx';
import { callMessage } from '#client/session/call-message.ts';
import { messagesByCode, useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-data.ts';
import { useQuery } from '#client/session/use-query.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { ProofServices } from './proof-services.tsx';
import styles from './sign-in.module.css';

interface Props {
  onProven(): void;
  onClose(): void;
}

/** Asks for the password once more, before what a phone that was left lying about should not be able to do. */
export function ProofDialog({ onProven, onClose }: Props) {
  const { t } = useTranslation();
  const form = useId();
  const ways = useQuery('waysIn');
  const listed = useQuery('listPasskeys');
  const hasPasskey = listed.reply && listed.reply.passkeys.length > 0;
  const byPasskey = useProvingByPasskey(hasPasskey, onProven);
  const { password, setPassword, failure, isBusy, send } = useProving(onProven);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send();
  };
  const footer = ways.reply?.hasPassword && (
    <>
      <Button variant="secondary" onClick={onClose}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button type="submit" form={form} busy={isBusy}>
        {t(($) => $.account.proof.confirm)}
      </Button>
    </>
  );
  return (
    <Dialog open title={t(($) => $.account.proof.title)} onClose={onClose} footer={footer}>
      {ways.error ? (
        <ErrorBox>{callMessage(t, ways.error)}</ErrorBox>
      ) : !ways.reply || (!ways.reply.hasPassword && !listed.reply && !listed.error) ? (
        <Skeleton rows={1} />
      ) : !ways.reply.hasPassword ? (
        <ProofServices connected={hasPasskey === false ? ways.reply.providers : []} otherwise={byPasskey} />
      ) : (
        <form method="dialog" id={form} className={styles.form} noValidate onSubmit={submit}>
          <p>{t(($) => $.account.proof.why)}</p>
          <TextField
            name="password"
            type="password"
            autoComplete="current-password"
            label={t(($) => $.account.proof.password)}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          {failure && <ErrorBox>{failure}</ErrorBox>}
          {byPasskey}
        </form>
      )}
    </Dialog>
  );
}

/** The button for a passkey in the password's place; undefined where the account, or this page, has none to use. */
function useProvingByPasskey(hasPasskey: boolean | undefined, onProven: () => void) {
  const { t } = useTranslation();
  const data = useData();
  if (!hasPasskey || passkeyObstacle()) return undefined;
  const prove = () => proveByPasskey(data).then(onProven);
  return <PasskeyButton label={t(($) => $.passkeys.step.usePasskey)} onUse={prove} />;
}

/** What was typed, and sending it; it stays where it was wrong or could not be sent. */
function useProving(onProven: () => void) {
  const { t } = useTranslation();
  const data = useData();
  const [password, setPassword] = useState('');
  const { isBusy, failure, run, fail } = useAction(
    messagesByCode({
      'invalid-credentials': t(($) => $.account.proof.wrong),
    }),
  );
  const send = async () => {
    if (password === '') return fail(t(($) => $.signIn.missing.password));
    await run(async () => {
      await data.ask('prove', { password });
      onProven();
    });
  };
  return { password, setPassword, failure, isBusy, send };
}
