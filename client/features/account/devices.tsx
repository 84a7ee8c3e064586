import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonList } from '#client/people/person-row.tsx';
import { callMessage } from '#client/session/call-message.ts';
import { useQuery } from '#client/session/use-query.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import type { Device } from '#domain/protocol/account-calls.ts';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { DeviceName } from './device-name.tsx';
import { DeviceRow } from './device-row.tsx';
import { SignOutDevice } from './sign-out-device.tsx';

/** What is done about a device: it gets a name, it is signed out, or all but this one are. */
type Doing = { what: 'name' | 'sign-out'; device: Device } | { what: 'sign-out-others' };

/** The devices that are signed in to the account. */
export function Devices() {
  const { t } = useTranslation();
  const { reply, error, refetch } = useQuery('devices');
  const [doing, setDoing] = useState<Doing>();
  const end = () => setDoing(undefined);
  const hasOthers = (reply?.devices.length ?? 0) > 1;
  return (
    <AccountSection title={t(($) => $.account.devices.title)}>
      <p className={styles.hint}>{t(($) => $.account.devices.lead)}</p>
      {!reply && !error && <Skeleton />}
      {error !== undefined && (
        <ErrorBox
          action={
            <Button variant="secondary" onClick={() => void refetch()}>
              {t(($) => $.common.retry)}
            </Button>
          }
        >
          {callMessage(t, error)}
        </ErrorBox>
      )}
      {reply && (
        <PersonList label={t(($) => $.account.devices.title)}>
          {reply.devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              onName={() => setDoing({ what: 'name', device })}
              onSignOut={() => setDoing({ what: 'sign-out', device })}
            />
          ))}
        </PersonList>
      )}
      {hasOthers && (
        <Button variant="secondary" wide onClick={() => setDoing({ what: 'sign-out-others' })}>
          {t(($) => $.account.devices.signOutOthers)}
        </Button>
      )}
      {doing?.what === 'name' && <DeviceName device={doing.device} onSaved={refetch} onClose={end} />}
      {doing && doing.what !== 'name' && (
        <SignOutDevice
          device={doing.what === 'sign-out' ? doing.device : undefined}
          onDone={refetch}
          onClose={end}
        />
      )}
    </AccountSection>
  );
}
