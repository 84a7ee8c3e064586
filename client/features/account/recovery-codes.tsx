import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { Switch } from '#client/forms/field.tsx';
import { useAuth } from '#client/session/auth.tsx';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog, Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { saveFile } from '#client/ui/save-file.ts';
import type { Passkeys } from '#domain/protocol/passkeys.ts';
import styles from './account.module.css';
import type { PasskeySettings } from './use-passkeys.ts';

/** Turning the requirement on without codes creates them. */
export function RecoveryCodes({ passkeys, settings }: { passkeys: Passkeys; settings: PasskeySettings }) {
  const { t, texts } = useTranslation('details');
  const data = useData();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isAsking, setAsking] = useState(false);
  const requirement = usePasskeyRequirement(settings);
  const { codesLeft: count, required } = passkeys;
  const create = async (thenRequire: boolean) => {
    setAsking(false);
    requirement.plan(thenRequire);
    // The server voids the old codes first: without an answer, none is known valid.
    const unansweredMessage = count > 0 ? texts.passkeySettings.codesUnsure : undefined;
    const renew = async () => {
      const made = await data.call('renewRecoveryCodes', {});
      setCodes(made.codes);
      return { ...passkeys, codesLeft: made.codes.length };
    };
    await settings.change('codes', renew, unansweredMessage);
  };
  const closeCodes = (areSaved: boolean) => {
    setCodes(undefined);
    requirement.codesClosed(areSaved);
  };
  const left =
    count === 0 ? texts.passkeySettings.codesNone : t(($) => $.passkeySettings.codesLeft, { count });
  return (
    <>
      <Switch
        name="require-passkey"
        label={texts.passkeySettings.require}
        hint={texts.passkeySettings.requireHint}
        checked={required}
        disabled={passkeys.passkeys.length === 0}
        onChange={({ target }) => {
          if (target.checked && count === 0) void create(true);
          else requirement.set(target.checked);
        }}
      />
      {passkeys.passkeys.length === 0 && (
        <p className="muted small">{texts.passkeySettings.requireNeedsOne}</p>
      )}
      <h3>{texts.passkeySettings.codes}</h3>
      <p>{`${texts.passkeySettings.codesLead} ${left}`}</p>
      <Button
        variant="secondary"
        label={count === 0 ? texts.passkeySettings.codesMake : texts.passkeySettings.codesRenew}
        busy={settings.busy === 'codes'}
        onClick={() => (count === 0 ? void create(false) : setAsking(true))}
      />
      {isAsking && (
        <ConfirmDialog
          title={texts.passkeySettings.codesRenewTitle}
          confirmLabel={texts.passkeySettings.codesRenew}
          onConfirm={() => void create(false)}
          onClose={() => setAsking(false)}
        >
          <p>{texts.passkeySettings.codesRenewConsequence}</p>
        </ConfirmDialog>
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onSaved={() => closeCodes(true)}
          onClose={() => closeCodes(false)}
        />
      )}
    </>
  );
}

/** At once, or after the parent has saved the codes that it needs. */
function usePasskeyRequirement(settings: PasskeySettings) {
  const { texts } = useTranslation('details');
  const data = useData();
  const show = useToast();
  const [isPlanned, setPlanned] = useState(false);
  const set = async (required: boolean) => {
    const isSet = await settings.change('require', () => data.call('requirePasskey', { required }));
    if (!isSet) return;
    show({
      text: required ? texts.passkeySettings.required : texts.passkeySettings.notRequired,
    });
  };
  return {
    set: (required: boolean) => void set(required),
    plan: setPlanned,
    codesClosed: (areSaved: boolean) => {
      if (isPlanned && areSaved) void set(true);
      setPlanned(false);
    },
  };
}

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  /** Only if the parent confirms that they are saved. */
  onSaved: () => void;
  onClose: () => void;
}

/** Shown only once, with three ways to save them. */
function RecoveryCodesDialog({ codes, onSaved, onClose }: RecoveryCodesDialogProps) {
  const { t, texts } = useTranslation('details');
  const { account } = useAuth();
  const [status, setStatus] = useState('');
  const head = t(($) => $.passkeySettings.fileHead, { email: account?.email ?? '' });
  const text = [head, '', ...codes, ''].join('\n');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setStatus(texts.passkeySettings.copied),
      () => setStatus(texts.passkeySettings.notCopied),
    );
  return (
    <Dialog
      startAt="title"
      title={texts.passkeySettings.codesTitle}
      status={status && <p className={`${styles.outcome} box wrap notice`}>{status}</p>}
      onClose={onClose}
      footer={<Button wide label={texts.passkeySettings.codesKept} onClick={onSaved} />}
    >
      <div className="stack gap-4">
        <p>{texts.passkeySettings.codesOnce}</p>
        <ol className={`${styles.codes} large stack`}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className="flow gap-2">
          <Button variant="secondary" icon={Copy} label={texts.common.copy} onClick={() => void copy()} />
          <Button
            variant="secondary"
            icon={Download}
            label={texts.passkeySettings.download}
            onClick={() => saveFile(texts.passkeySettings.fileName, new Blob([text], { type: 'text/plain' }))}
          />
          <Button
            variant="secondary"
            icon={Printer}
            label={texts.passkeySettings.print}
            onClick={() => window.print()}
          />
        </div>
        <p className="muted small">{texts.passkeySettings.codesLost}</p>
      </div>
    </Dialog>
  );
}
