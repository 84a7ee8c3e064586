import Pencil from 'lucide-react/icons/pencil';
import { useState } from 'react';
import { hasCode } from '#client/data/errors.ts';
import { messagesByCode, useAction } from '#client/forms/use-action.ts';
import { PersonList, PersonRow } from '#client/people/person-row.tsx';
import { useData } from '#client/session/use-household.ts';
import { QueryFailed, useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { IconButton } from '#client/ui/buttons/icon-button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { Device } from '#domain/protocol/account-calls.ts';
import { AccountSection } from './account-section.tsx';
import { RenameDialog, useDeviceWords } from './device-name.tsx';

type DialogPurpose = { kind: 'rename' | 'sign-out'; device: Device } | { kind: 'sign-out-others' };

/** The devices that are signed in to the account, which can be renamed and signed out. */
export function Devices() {
  const { texts } = useTranslation();
  const { reply, error, refetch } = useQuery('devices');
  const wordsOf = useDeviceWords();
  const [purpose, setPurpose] = useState<DialogPurpose>();
  const close = () => setPurpose(undefined);
  const hasOthers = (reply?.devices.length ?? 0) > 1;
  return (
    <AccountSection title={texts.account.devices.title} lead={texts.account.devices.lead}>
      {!reply && !error && <Skeleton />}
      {error !== undefined && <QueryFailed error={error} />}
      {reply && (
        <PersonList label={texts.account.devices.title}>
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
        <Button
          variant="secondary"
          wide
          label={texts.account.devices.signOutOthers}
          onClick={() => setPurpose({ kind: 'sign-out-others' })}
        />
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

interface RowProps {
  device: Device;
  onRename(): void;
  onSignOut(): void;
}

/** One signed-in device. This device has no sign-out button: the menu signs it out and clears its data too. */
function DeviceRow({ device, onRename, onSignOut }: RowProps) {
  const { t, texts, format } = useTranslation();
  const seen = format.timeUnder(useNow(), device.seenAt);
  const since = format.date(device.createdAt);
  const name = device.name || texts.account.devices.unknown;
  const actions = (
    <>
      <IconButton label={t(($) => $.account.devices.nameNamed, { name })} icon={Pencil} onClick={onRename} />
      {!device.isThis && (
        <Button
          variant="quiet"
          label={texts.account.devices.signOut}
          aria-label={t(($) => $.account.devices.signOutNamed, { name })}
          onClick={onSignOut}
        />
      )}
    </>
  );
  return (
    <PersonRow name={name} actions={actions}>
      {device.isThis ? (
        <span className="strong">{texts.account.devices.this}</span>
      ) : (
        <span>{t(($) => $.account.devices.seen, { time: seen })}</span>
      )}
      <span>{t(($) => $.account.devices.since, { date: since })}</span>
    </PersonRow>
  );
}

interface RenameDeviceProps {
  device: Device;
  onSaved(): Promise<void>;
  onClose(): void;
}

function RenameDevice({ device: { id, name }, onSaved, onClose }: RenameDeviceProps) {
  const { texts } = useTranslation();
  const data = useData();
  const { isBusy, failure, run } = useAction(messagesByCode({ 'not-found': texts.account.devices.gone }));
  const save = (wanted: string) =>
    run(async () => {
      await data.ask('nameDevice', { id, name: wanted });
      await onSaved();
      onClose();
    });
  return (
    <RenameDialog
      title={texts.account.devices.nameTitle}
      label={texts.account.devices.name}
      hint={texts.account.devices.nameHint}
      former={name}
      isBusy={isBusy}
      failure={failure}
      onSave={save}
      onClose={onClose}
    />
  );
}

interface SignOutProps {
  /** If undefined, all devices but this one are signed out. */
  device: Device | undefined;
  onDone(): Promise<void>;
  onClose(): void;
}

/** Asks before signing out one device or all others. */
function SignOutDevice({ device, onDone, onClose }: SignOutProps) {
  const { t, texts } = useTranslation();
  const data = useData();
  const { isBusy, failure, run } = useAction();
  const name = device?.name || texts.account.devices.unknown;
  const signOut = async () => {
    if (device) await data.ask('signOutDevice', { id: device.id }).catch(ignoreGone);
    else await data.ask('signOutOthers', {});
    await onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title={
        device ? t(($) => $.account.devices.signOutTitle, { name }) : texts.account.devices.signOutOthersTitle
      }
      confirmLabel={texts.account.devices.signOut}
      busy={isBusy}
      onConfirm={() => void run(signOut)}
      failure={failure}
      onClose={onClose}
    >
      <p>{texts.account.devices.consequence}</p>
    </ConfirmDialog>
  );
}

/** Ignores that the device was already signed out elsewhere. */
function ignoreGone(error: unknown): void {
  if (!hasCode(error, 'not-found')) throw error;
}
