import { useState } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';

/** Says that the account is deleted. A file of its own because it is loaded only then. */
export function AccountDeletedDialog() {
  // Loads the texts where the account page was never opened.
  useTranslation(['rare']);
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  if (!isOpen) return null;
  return (
    <Dialog
      role="alertdialog"
      title={t(($) => $.ownData.delete.goneTitle)}
      footer={<Button label={t(($) => $.common.close)} onClick={close} />}
      onClose={close}
    >
      <p>{t(($) => $.ownData.delete.gone)}</p>
    </Dialog>
  );
}
