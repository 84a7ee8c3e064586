import { useState } from 'react';
import { useReauth } from '#client/auth/use-reauth.ts';
import { passkeyTexts } from '#client/auth/webauthn.ts';
import { errorText } from '#client/forms/use-action.ts';
import { useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Passkeys } from '#domain/protocol/passkeys.ts';

export type PasskeySettings = ReturnType<typeof usePasskeys>;

/** One change at a time. */
export function usePasskeys() {
  const runWithReauth = useReauth();
  const { t, texts } = useTranslation('public');
  const { reply, error } = useQuery('listPasskeys');
  const [changed, setChanged] = useState<Passkeys>();
  const passkeys = changed ?? reply ?? (error === undefined ? undefined : ('failed' as const));
  const [busy, setBusy] = useState<string>();
  const [failed, setFailed] = useState<{ error: unknown; offline: string | undefined }>();
  /**
   * Re-authenticates if asked. `unansweredMessage` is shown without an answer. True if the change was made.
   */
  const change = async (
    name: string,
    action: () => Promise<Passkeys>,
    unansweredMessage?: string,
  ): Promise<boolean> => {
    if (busy !== undefined) return false;
    setBusy(name);
    setFailed(undefined);
    try {
      const stored = await runWithReauth(action);
      if (stored) setChanged(stored);
      return stored !== undefined;
    } catch (error) {
      setFailed({ error, offline: unansweredMessage });
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  return {
    passkeys,
    error,
    /** Name of the running change. */
    busy,
    failure: failed && errorText(t, failed.error, { ...passkeyTexts(texts), offline: failed.offline }),
    change,
  };
}
