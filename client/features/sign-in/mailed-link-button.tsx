import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import styles from './sign-in.module.css';
import { useSignInAction } from './use-sign-in-action.ts';

/** Button that uses a mailed link. Opening the link is not enough: mail scanners open links too. */
export function MailedLinkButton({
  purpose,
  onSend,
}: {
  purpose: 'verify' | 'confirm';
  onSend: () => Promise<unknown>;
}) {
  const { t } = useTranslation('pages');
  const { isBusy, failure, run } = useSignInAction('recovery');
  return (
    <div className={styles.form}>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button wide busy={isBusy} onClick={() => void run(onSend)}>
        {isBusy ? t(($) => $.recovery[purpose].acting) : t(($) => $.recovery[purpose].act)}
      </Button>
    </div>
  );
}
