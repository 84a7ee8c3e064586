import { hasCode } from '#client/data/errors.ts';
import { useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-data.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { Device } from '#domain/protocol/account-calls.ts';
import styles from './account.module.css';

interface Props {
  /** If undefined, all devices but this one are signed out. */
  device: Device | undefined;
  onDone(): Promise<void>;
  onClose(): void;
}

/** Asks before signing out one device or all others. */
export function SignOutDevice({ device, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const data = useData();
  const { isBusy, failure, run } = useAction();
  const name = device?.name || t(($) => $.account.devices.unknown);
  const signOut = async () => {
    if (device) await data.ask('signOutDevice', { id: device.id }).catch(ignoreGone);
    else await data.ask('signOutOthers', {});
    await onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={
        device
          ? t(($) => $.account.devices.signOutTitle, { name })
          : t(($) => $.account.devices.signOutOthersTitle)
      }
      confirmLabel={t(($) => $.account.devices.signOut)}
      busy={isBusy}
      onConfirm={() => void run(signOut)}
      onClose={onClose}
    >
      <div className={styles.form}>
        <p>{t(($) => $.account.devices.consequence)}</p>
        {failure && <ErrorBox>{failure}</ErrorBox>}
      </div>
    </ConfirmDialog>
  );
}

/** Ignores that the device was already signed out elsewhere. */
function ignoreGone(error: unknown): void {
  if (!hasCode(error, 'not-found')) throw error;
}
