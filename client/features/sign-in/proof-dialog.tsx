import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callFailure } from '#client/app/call-failure.ts';
import { passkeyObstacle } from '#client/app/ceremony.ts';
import { useData } from '#client/app/data.ts';
import { proveByPasskey } from '#client/app/passkeys.ts';
import { useAsked } from '#client/app/use-asked.ts';
import { useDoing } from '#client/app/use-doing.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { ErrorBox } from '#client/ui/error-box.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextField } from '#client/ui/text-field.tsx';
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
  const ways = useAsked('waysIn');
  const listed = useAsked('listPasskeys');
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
      {ways.failed ? (
        <ErrorBox>{callFailure(t, ways.failed)}</ErrorBox>
      ) : !ways.reply || (!ways.reply.hasPassword && !listed.reply && !listed.failed) ? (
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
  const { isBusy, failure, run, fail } = useDoing({
    'invalid-credentials': t(($) => $.account.proof.wrong),
  });
  const send = async () => {
    if (password === '') return fail(t(($) => $.signIn.missing.password));
    await run(async () => {
      await data.ask('prove', { password });
      onProven();
    });
  };
  return { password, setPassword, failure, isBusy, send };
}
