import KeyRound from 'lucide-react/icons/key-round';
import { addPasskey } from '#client/auth/passkeys.ts';
import { passkeyObstacle } from '#client/auth/webauthn.ts';
import { PersonList } from '#client/people/person-row.tsx';
import { QueryFailed } from '#client/session/query-failed.tsx';
import { useData } from '#client/session/use-data.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Passkeys as PasskeyList } from '#domain/protocol/passkeys.ts';
import account from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import styles from './passkeys.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useDeviceWords } from './use-device-words.ts';
import { type PasskeySettings, usePasskeys } from './use-passkeys.ts';

/** Passkeys: list, add, rename, remove, require one, and the recovery codes for when all are lost. */
export function Passkeys() {
  const { t } = useTranslation(['rare']);
  const settings = usePasskeys();
  const { passkeys } = settings;
  return (
    <AccountSection title={t(($) => $.passkeySettings.title)}>
      <p className={account.hint}>{t(($) => $.passkeySettings.lead)}</p>
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
  const { t } = useTranslation(['rare']);
  const wordsOf = useDeviceWords();
  const list = passkeys.passkeys.map((one) => ({ ...one, name: wordsOf(one.name) }));
  return (
    <>
      {list.length === 0 ? (
        <p className={styles.quiet}>{t(($) => $.passkeySettings.none)}</p>
      ) : (
        <PersonList label={t(($) => $.passkeySettings.list)}>
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
  const { t } = useTranslation(['rare']);
  const data = useData();
  const show = useToast();
  const obstacle = passkeyObstacle();
  if (obstacle) return <p className={styles.quiet}>{t(($) => $.passkeys.obstacles[obstacle])}</p>;
  const add = async () => {
    const isAdded = await settings.change('add', () => addPasskey(data));
    if (isAdded) show({ text: t(($) => $.passkeySettings.added) });
  };
  const isBusy = settings.busy === 'add';
  return (
    <Button
      variant="secondary"
      busy={isBusy}
      icon={<KeyRound size={20} aria-hidden="true" />}
      onClick={() => void add()}
    >
      {isBusy ? t(($) => $.passkeySettings.adding) : t(($) => $.passkeySettings.add)}
    </Button>
  );
}
