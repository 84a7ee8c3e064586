import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeyErrorMessage } from '#client/auth/passkey-error-message.ts';
import { useReauth } from '#client/auth/use-reauth.ts';
import { CallFailed } from '#client/data/port.ts';
import { callMessage } from '#client/session/call-message.ts';
import { useData } from '#client/session/use-data.ts';
import type { Passkeys } from '#domain/protocol/passkeys.ts';

/** The account's passkeys as the server has them, and one change of them at a time. */
export interface PasskeySettings {
  /** Undefined until they have come; 'failed' where they did not. */
  passkeys: Passkeys | 'failed' | undefined;
  /** What is being done. */
  busy: string | undefined;
  failure: string | undefined;
  /**
   * Runs a change, which answers with the passkeys, after a fresh proof where the server wants one. In: also the words for
   * where no answer came, if it matters then whether it was made. Out: whether it was.
   */
  change(what: string, action: () => Promise<Passkeys>, unanswered?: string): Promise<boolean>;
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
  const change: PasskeySettings['change'] = async (what, action, unanswered) => {
    if (busy !== undefined) return false;
    setBusy(what);
    setFailure(undefined);
    try {
      const changed = await runWithReauth(action);
      if (changed) setPasskeys(changed);
      return changed !== undefined;
    } catch (error) {
      const isUnanswered = error instanceof CallFailed && error.code === 'offline';
      setFailure(passkeyErrorMessage(t, error) ?? ((isUnanswered && unanswered) || callMessage(t, error)));
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  return { passkeys, busy, failure, change };
}
