import { useState } from 'react';
import { passkeyErrorMessage } from '#client/auth/passkey-error-message.ts';
import { useReauth } from '#client/auth/use-reauth.ts';
import { hasCode } from '#client/data/errors.ts';
import { callMessage } from '#client/forms/call-message.ts';
import { useQuery } from '#client/session/use-query.tsx';
import type { Translate } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Passkeys } from '#domain/protocol/passkeys.ts';

/** The account's passkeys as stored on the server, and one change of them at a time. */
export interface PasskeySettings {
  /** Undefined while they load; 'failed' if that failed. */
  passkeys: Passkeys | 'failed' | undefined;
  /** The error of loading them. */
  error: unknown;
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
  const runWithReauth = useReauth();
  const { t } = useTranslation();
  const { reply, error } = useQuery('listPasskeys');
  const [changed, setChanged] = useState<Passkeys>();
  const passkeys = changed ?? reply ?? (error === undefined ? undefined : 'failed');
  const [busy, setBusy] = useState<string>();
  const [failed, setFailed] = useState<{ error: unknown; unansweredMessage: string | undefined }>();
  const change: PasskeySettings['change'] = async (name, action, unansweredMessage) => {
    if (busy !== undefined) return false;
    setBusy(name);
    setFailed(undefined);
    try {
      const stored = await runWithReauth(action);
      if (stored) setChanged(stored);
      return stored !== undefined;
    } catch (error) {
      setFailed({ error, unansweredMessage });
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  return { passkeys, error, busy, failure: failed && wordsOf(t, failed), change };
}

function wordsOf(
  t: Translate,
  { error, unansweredMessage }: { error: unknown; unansweredMessage: string | undefined },
): string {
  const unanswered = hasCode(error, 'offline') ? unansweredMessage : undefined;
  return passkeyErrorMessage(t, error) ?? unanswered ?? callMessage(t, error);
}
