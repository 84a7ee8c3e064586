import { useState } from 'react';
import { useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-data.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import styles from './account.module.css';

/** Requests another mail with the link that verifies the address. */
export function ResendVerification() {
  const { t } = useTranslation();
  const data = useData();
  const [isSent, setSent] = useState(false);
  const { isBusy, failure, run } = useAction();
  const ask = async () => {
    setSent(false);
    await data.ask('askVerification', {});
    setSent(true);
  };
  return (
    <div className={styles.form}>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button variant="secondary" wide busy={isBusy} onClick={() => void run(ask)}>
        {t(($) => $.account.email.prove)}
      </Button>
      <p role="status">{isSent && t(($) => $.account.email.proofSent)}</p>
    </div>
  );
}
