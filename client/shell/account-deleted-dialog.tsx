import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';

/** Says that the account which was signed in here is deleted, until that is read. */
export function AccountGone() {
  // Fetches the words where the page about the account was never open.
  useTranslation(['app', 'account']);
  const { t } = useTranslation();
  const [isRead, setRead] = useState(false);
  const close = () => setRead(true);
  return (
    <Dialog
      open={!isRead}
      role="alertdialog"
      title={t(($) => $.account.ownData.delete.goneTitle)}
      footer={<Button onClick={close}>{t(($) => $.account.ownData.delete.goneClose)}</Button>}
      onClose={close}
    >
      <p>{t(($) => $.account.ownData.delete.gone)}</p>
    </Dialog>
  );
}
