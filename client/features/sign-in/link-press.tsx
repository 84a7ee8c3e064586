import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import styles from './sign-in.module.css';
import { useSend } from './use-send.ts';

/** Does what a link of a mail is for. Only a press does: programs that look into mails open links too. */
export function LinkPress({
  purpose,
  onSend,
}: {
  purpose: 'verify' | 'confirm';
  onSend: () => Promise<unknown>;
}) {
  const { t } = useTranslation('pages');
  const { busy, failure, send } = useSend('recovery');
  return (
    <div className={styles.form}>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button wide busy={busy} onClick={() => send(onSend)}>
        {busy ? t(($) => $.recovery[purpose].acting) : t(($) => $.recovery[purpose].act)}
      </Button>
    </div>
  );
}
