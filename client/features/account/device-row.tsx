import Pencil from 'lucide-react/icons/pencil';
import { PersonRow } from '#client/people/person-row.tsx';
import { formatDate, formatSince } from '#client/translations/format.ts';
import { useLanguage } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { IconButton } from '#client/ui/buttons/icon-button.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { Device } from '#domain/protocol/account-calls.ts';
import styles from './account.module.css';

interface Props {
  device: Device;
  onRename(): void;
  onSignOut(): void;
}

/** One signed-in device. This device has no sign-out button: the menu signs it out and clears its data too. */
export function DeviceRow({ device, onRename, onSignOut }: Props) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const seen = formatSince(language, device.seenAt, useNow());
  const since = formatDate(language, device.createdAt);
  const name = device.name || t(($) => $.account.devices.unknown);
  const actions = (
    <>
      <IconButton
        aria-label={t(($) => $.account.devices.nameNamed, { name })}
        icon={<Pencil size={20} aria-hidden="true" />}
        onClick={onRename}
      />
      {!device.isThis && (
        <Button
          variant="quiet"
          aria-label={t(($) => $.account.devices.signOutNamed, { name })}
          onClick={onSignOut}
        >
          {t(($) => $.account.devices.signOut)}
        </Button>
      )}
    </>
  );
  return (
    <PersonRow name={name} actions={actions}>
      {device.isThis ? (
        <span className={styles.this}>{t(($) => $.account.devices.this)}</span>
      ) : (
        <span>{t(($) => $.account.devices.seen, { time: seen })}</span>
      )}
      <span>{t(($) => $.account.devices.since, { date: since })}</span>
    </PersonRow>
  );
}
