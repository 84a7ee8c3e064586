import { useState } from 'react';
import { useReauth } from '#client/auth/use-reauth.ts';
import { useAction } from '#client/forms/use-action.ts';
import { useData, useView } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';

/** Deletes the account after a confirmation and re-authentication. The app's shell reports the deletion. */
export function DeleteAccount() {
  const { texts } = useTranslation(['rare']);
  const [isAsking, setAsking] = useState(false);
  return (
    <AccountSection title={texts.ownData.delete.title} lead={texts.ownData.delete.lead}>
      <Button
        variant="secondary"
        wide
        className={styles.danger}
        label={texts.ownData.delete.open}
        onClick={() => setAsking(true)}
      />
      {isAsking && <Question onClose={() => setAsking(false)} />}
    </AccountSection>
  );
}

function Question({ onClose }: { onClose: () => void }) {
  const { t, texts } = useTranslation(['rare']);
  const data = useData();
  const runWithReauth = useReauth();
  const { waiting, refused } = useView();
  const { isBusy, failure, run } = useAction();
  const unsent = waiting + refused.length;
  return (
    <ConfirmDialog
      title={texts.ownData.delete.confirmTitle}
      confirmLabel={texts.ownData.delete.confirm}
      busy={isBusy}
      onConfirm={() => void run(() => runWithReauth(() => data.deleteAccount()))}
      failure={failure}
      onClose={onClose}
    >
      <p>{texts.ownData.delete.consequence}</p>
      <p>{texts.ownData.delete.takeFirst}</p>
      {unsent > 0 && <p>{t(($) => $.ownData.delete.unsent, { count: unsent })}</p>}
    </ConfirmDialog>
  );
}
