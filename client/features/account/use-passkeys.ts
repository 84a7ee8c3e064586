import { useEffect, useState } from 'react';
import { passkeyErrorMessage } from '#client/auth/passkey-error-message.ts';
import { useReauth } from '#client/auth/use-reauth.ts';
import { hasCode } from '#client/data/errors.ts';
import { callMessage } from '#client/session/call-message.ts';
import { useData } from '#client/session/use-data.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Passkeys } from '#domain/protocol/passkeys.ts';

/** The account's passkeys as stored on the server, and one change of them at a time. */
export interface PasskeySettings {
  /** Undefined while they load; 'failed' if that failed. */
  passkeys: Passkeys | 'failed' | undefined;
  /** The change that is running. */
  busy: string | undefined;
  failure: string | undefined;
  /**
   * Runs a change that returns the passkeys, after re-authentication if the server asks for it. `unansweredMessage` is shown
   * if no answer came. Returns true if the change was made.
   */
  change(name: string, action: () => Promise<Passkeys>, unansweredMessage?: string): Promise<boolean>;
}

export function usePasskeys(): PasskeySettings {
  const data = useData();
  const runWithReauth = useReauth();
  const { t } = useTranslation();
  const [passkeys, setPasskeys] = useState<Passkeys | 'failed'>();
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    data.ask('listPasskeys', {}).then(setPasskeys, () => setPasskeys('failed'));
  }, [data]);
  const change: PasskeySettings['change'] = async (name, action, unansweredMessage) => {
    if (busy !== undefined) return false;
    setBusy(name);
    setFailure(undefined);
    try {
      const changed = await runWithReauth(action);
      if (changed) setPasskeys(changed);
      return changed !== undefined;
    } catch (error) {
      const isUnanswered = hasCode(error, 'offline');
      setFailure(
        passkeyErrorMessage(t, error) ?? ((isUnanswered && unansweredMessage) || callMessage(t, error)),
      );
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  return { passkeys, busy, failure, change };
}
