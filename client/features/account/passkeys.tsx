import KeyRound from 'lucide-react/icons/key-round';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { addPasskey, passkeyObstacle } from '#client/auth/webauthn.ts';
import { PersonList, PersonRow } from '#client/people/person-row.tsx';
import { useData } from '#client/session/use-household.ts';
import { QueryFailed } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, IconButton } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Passkey, Passkeys as PasskeyList } from '#domain/protocol/passkeys.ts';
import { AccountSection, RenameDialog, useDeviceWords } from './account-parts.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type PasskeySettings, usePasskeys } from './use-passkeys.ts';

export function Passkeys() {
  const { texts } = useTranslation('details');
  const settings = usePasskeys();
  const { passkeys } = settings;
  return (
    <AccountSection title={texts.passkeySettings.title} lead={texts.passkeySettings.lead}>
      {passkeys === undefined && <Skeleton rows={2} />}
      {passkeys === 'failed' && <QueryFailed error={settings.error} />}
      {typeof passkeys === 'object' && <Loaded passkeys={passkeys} settings={settings} />}
    </AccountSection>
  );
}

interface LoadedProps {
  passkeys: PasskeyList;
  settings: PasskeySettings;
}

function Loaded({ passkeys, settings }: LoadedProps) {
  const { texts } = useTranslation('details');
  const wordsOf = useDeviceWords();
  const list = passkeys.passkeys.map((one) => ({ ...one, name: wordsOf(one.name) }));
  return (
    <>
      {list.length === 0 ? (
        <p className="muted small">{texts.passkeySettings.none}</p>
      ) : (
        <PersonList label={texts.passkeySettings.list}>
          {list.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} settings={settings} />
          ))}
        </PersonList>
      )}
      {settings.failure && <ErrorBox>{settings.failure}</ErrorBox>}
      <AddPasskey settings={settings} />
      <RecoveryCodes passkeys={passkeys} settings={settings} />
    </>
  );
}

function AddPasskey({ settings }: Omit<LoadedProps, 'passkeys'>) {
  const { t, texts } = useTranslation('details', 'public');
  const data = useData();
  const show = useToast();
  const obstacle = passkeyObstacle();
  if (obstacle) return <p className="muted small">{t(($) => $.passkeys.obstacles[obstacle])}</p>;
  const add = async () => {
    const isAdded = await settings.change('add', () => addPasskey(data));
    if (isAdded) show({ text: texts.passkeySettings.added });
  };
  const isBusy = settings.busy === 'add';
  return (
    <Button
      variant="secondary"
      label={isBusy ? texts.passkeys.asking : texts.passkeySettings.add}
      busy={isBusy}
      icon={KeyRound}
      onClick={() => void add()}
    />
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  settings: PasskeySettings;
}

function PasskeyRow({ passkey, settings }: PasskeyRowProps) {
  const { t, texts, format } = useTranslation('details');
  const data = useData();
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const name = passkey.name || texts.passkeySettings.unnamed;
  const close = () => setOpen(undefined);
  const rename = async (wanted: string) => {
    const change = () => data.call('renamePasskey', { id: passkey.id, name: wanted });
    if (await settings.change('rename', change)) close();
  };
  const actions = (
    <>
      <IconButton
        icon={Pencil}
        label={t(($) => $.passkeySettings.renameNamed, { name })}
        onClick={() => setOpen('rename')}
      />
      <IconButton
        icon={Trash2}
        label={t(($) => $.people.removeNamed, { name })}
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
          ? texts.passkeySettings.neverUsed
          : t(($) => $.passkeySettings.used, { date: format.date(used) })}
      </span>
      {passkey.synced && <span>{texts.passkeySettings.synced}</span>}
      {open === 'rename' && (
        <RenameDialog
          title={texts.passkeySettings.renameTitle}
          label={texts.people.fields.name}
          missing={texts.missing.name}
          former={passkey.name}
          isBusy={settings.busy === 'rename'}
          failure={settings.failure}
          onSave={rename}
          onClose={close}
        />
      )}
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
  const { t, texts } = useTranslation('details');
  const data = useData();
  const show = useToast();
  const remove = async () => {
    const isRemoved = await settings.change('remove', () => data.call('removePasskey', { id }));
    if (isRemoved) show({ text: texts.passkeySettings.removed });
  };
  return (
    <ConfirmDialog
      title={t(($) => $.removal.removeTitle, { name })}
      confirmLabel={texts.common.remove}
      isBusy={settings.busy === 'remove'}
      onConfirm={() => void remove()}
      failure={settings.failure}
      onClose={onClose}
    >
      <p>{texts.passkeySettings.removeConsequence}</p>
    </ConfirmDialog>
  );
}
