import { useState } from 'react';
import { PersonList } from '#client/people/person-row.tsx';
import { QueryFailed } from '#client/session/query-failed.tsx';
import { useQuery } from '#client/session/use-query.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import type { Device } from '#domain/protocol/account-calls.ts';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { DeviceRow } from './device-row.tsx';
import { RenameDevice } from './rename-device.tsx';
import { SignOutDevice } from './sign-out-device.tsx';
import { useDeviceWords } from './use-device-words.ts';

type DialogPurpose = { kind: 'rename' | 'sign-out'; device: Device } | { kind: 'sign-out-others' };

/** The devices that are signed in to the account, which can be renamed and signed out. */
export function Devices() {
  const { t } = useTranslation();
  const { reply, error, refetch } = useQuery('devices');
  const wordsOf = useDeviceWords();
  const [purpose, setPurpose] = useState<DialogPurpose>();
  const close = () => setPurpose(undefined);
  const hasOthers = (reply?.devices.length ?? 0) > 1;
  return (
    <AccountSection title={t(($) => $.account.devices.title)}>
      <p className={styles.hint}>{t(($) => $.account.devices.lead)}</p>
      {!reply && !error && <Skeleton />}
      {error !== undefined && <QueryFailed error={error} />}
      {reply && (
        <PersonList label={t(($) => $.account.devices.title)}>
          {reply.devices
            .map((one) => ({ ...one, name: wordsOf(one.name) }))
            .map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                onRename={() => setPurpose({ kind: 'rename', device })}
                onSignOut={() => setPurpose({ kind: 'sign-out', device })}
              />
            ))}
        </PersonList>
      )}
      {hasOthers && (
        <Button variant="secondary" wide onClick={() => setPurpose({ kind: 'sign-out-others' })}>
          {t(($) => $.account.devices.signOutOthers)}
        </Button>
      )}
      {purpose?.kind === 'rename' && (
        <RenameDevice device={purpose.device} onSaved={refetch} onClose={close} />
      )}
      {purpose && purpose.kind !== 'rename' && (
        <SignOutDevice
          device={purpose.kind === 'sign-out' ? purpose.device : undefined}
          onDone={refetch}
          onClose={close}
        />
      )}
    </AccountSection>
  );
}
