import { useState } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';

/** Says that the account is deleted. A file of its own because it is loaded only then. */
export function AccountDeletedDialog() {
  // Loads the texts where the account page was never opened.
  useTranslation(['account']);
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Dialog
      open={isOpen}
      role="alertdialog"
      title={t(($) => $.account.ownData.delete.goneTitle)}
      footer={<Button onClick={close}>{t(($) => $.account.ownData.delete.goneClose)}</Button>}
      onClose={close}
    >
      <p>{t(($) => $.account.ownData.delete.gone)}</p>
    </Dialog>
  );
}
