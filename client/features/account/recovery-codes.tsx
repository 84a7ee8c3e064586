import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '#client/forms/switch.tsx';
import { useData } from '#client/session/use-data.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Passkeys } from '#domain/protocol/passkeys.ts';
import { CodesDialog } from './codes-dialog.tsx';
import styles from './passkeys.module.css';
import type { PasskeySettings } from './use-passkeys.ts';

interface RecoveryCodesProps {
  passkeys: Passkeys;
  settings: PasskeySettings;
}

/** Whether a passkey is required, and the codes that stand in for it: without codes the switch makes them first. */
export function RecoveryCodes({ passkeys, settings }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const data = useData();
  const [codes, setCodes] = useState<readonly string[]>();
  const [asks, setAsks] = useState(false);
  const requiring = useRequiring(settings);
  const { codesLeft: count, required } = passkeys;
  const make = async (thenRequire: boolean) => {
    setAsks(false);
    requiring.plan(thenRequire);
    // The server voids the former codes before the new ones are here: where no answer came, nobody knows which hold.
    const unsure = count > 0 ? t(($) => $.account.passkeys.codesUnsure) : undefined;
    const renew = async () => {
      const made = await data.ask('renewRecoveryCodes', {});
      setCodes(made.codes);
      return { ...passkeys, codesLeft: made.codes.length };
    };
    await settings.change('codes', renew, unsure);
  };
  const end = (areKept: boolean) => {
    setCodes(undefined);
    requiring.goOn(areKept);
  };
  return (
    <>
      <Switch
        name="require-passkey"
        label={t(($) => $.account.passkeys.require)}
        hint={t(($) => $.account.passkeys.requireHint)}
        checked={required}
        disabled={passkeys.passkeys.length === 0}
        onChange={({ target }) => {
          if (target.checked && count === 0) void make(true);
          else requiring.set(target.checked);
        }}
      />
      {passkeys.passkeys.length === 0 && (
        <p className={styles.quiet}>{t(($) => $.account.passkeys.requireNeedsOne)}</p>
      )}
      <h3>{t(($) => $.account.passkeys.codes)}</h3>
      <p>
        {t(($) => $.account.passkeys.codesLead)}{' '}
        {count === 0
          ? t(($) => $.account.passkeys.codesNone)
          : t(($) => $.account.passkeys.codesLeft, { count })}
      </p>
      <Button
        variant="secondary"
        busy={settings.busy === 'codes'}
        onClick={() => (count === 0 ? void make(false) : setAsks(true))}
      >
        {count === 0 ? t(($) => $.account.passkeys.codesMake) : t(($) => $.account.passkeys.codesRenew)}
      </Button>
      <ConfirmDialog
        open={asks}
        title={t(($) => $.account.passkeys.codesRenewTitle)}
        confirmLabel={t(($) => $.account.passkeys.codesRenew)}
        onConfirm={() => void make(false)}
        onClose={() => setAsks(false)}
      >
        <p>{t(($) => $.account.passkeys.codesRenewConsequence)}</p>
      </ConfirmDialog>
      {codes && <CodesDialog codes={codes} onKept={() => end(true)} onClose={() => end(false)} />}
    </>
  );
}

/** Turns the requirement on or off, at once or when the codes that it needs have been saved. */
function useRequiring(settings: PasskeySettings) {
  const { t } = useTranslation();
  const data = useData();
  const show = useToast();
  const [isPlanned, setPlanned] = useState(false);
  const set = async (required: boolean) => {
    const isSet = await settings.change('require', () => data.ask('requirePasskey', { required }));
    if (!isSet) return;
    show({
      text: required ? t(($) => $.account.passkeys.required) : t(($) => $.account.passkeys.notRequired),
    });
  };
  return {
    set: (required: boolean) => void set(required),
    plan: setPlanned,
    goOn: (areKept: boolean) => {
      if (isPlanned && areKept) void set(true);
      setPlanned(false);
    },
  };
}
