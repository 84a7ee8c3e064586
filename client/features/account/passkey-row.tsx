import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { PersonRow } from '#client/people/person-row.tsx';
import { useData } from '#client/session/use-data.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { IconButton } from '#client/ui/buttons/icon-button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Passkey } from '#domain/protocol/passkeys.ts';
import styles from './passkeys.module.css';
import { RenamePasskey } from './rename-passkey.tsx';
import type { PasskeySettings } from './use-passkeys.ts';

interface PasskeyRowProps {
  passkey: Passkey;
  settings: PasskeySettings;
}

export function PasskeyRow({ passkey, settings }: PasskeyRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const name = passkey.name || t(($) => $.passkeySettings.unnamed);
  const close = () => setOpen(undefined);
  const actions = (
    <>
      <IconButton
        icon={<Pencil size={20} aria-hidden="true" />}
        aria-label={t(($) => $.passkeySettings.renameNamed, { name })}
        onClick={() => setOpen('rename')}
      />
      <IconButton
        icon={<Trash2 size={20} aria-hidden="true" />}
        aria-label={t(($) => $.passkeySettings.removeNamed, { name })}
        onClick={() => setOpen('remove')}
      />
    </>
  );
  const used = passkey.usedAt;
  return (
    <PersonRow name={name} actions={actions}>
      <span>{t(($) => $.passkeySettings.created, { date: format.date(passkey.createdAt) })}</span>
      <span>
        {used === null
          ? t(($) => $.passkeySettings.neverUsed)
          : t(($) => $.passkeySettings.used, { date: format.date(used) })}
      </span>
      {passkey.synced && <span>{t(($) => $.passkeySettings.synced)}</span>}
      {open === 'rename' && <RenamePasskey passkey={passkey} settings={settings} onClose={close} />}
      {open === 'remove' && (
        <RemovePasskey passkey={passkey} name={name} settings={settings} onClose={close} />
      )}
    </PersonRow>
  );
}

function RemovePasskey({
  passkey: { id },
  name,
  settings,
  onClose,
}: PasskeyRowProps & { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const data = useData();
  const show = useToast();
  const remove = async () => {
    const isRemoved = await settings.change('remove', () => data.ask('removePasskey', { id }));
    if (isRemoved) show({ text: t(($) => $.passkeySettings.removed) });
  };
  return (
    <ConfirmDialog
      open
      title={t(($) => $.passkeySettings.removeTitle, { name })}
      confirmLabel={t(($) => $.common.remove)}
      busy={settings.busy === 'remove'}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <div className={styles.section}>
        <p>{t(($) => $.passkeySettings.removeConsequence)}</p>
        {settings.failure && <ErrorBox>{settings.failure}</ErrorBox>}
      </div>
    </ConfirmDialog>
  );
}
