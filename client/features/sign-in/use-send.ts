import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureMessage, type SignInForm } from './failure.ts';

export interface Sending {
  busy: boolean;
  /** What the red box says. */
  failure: string | undefined;
  send: (action: () => Promise<unknown>) => void;
  /** Refuses without an attempt, or withdraws what the red box said. */
  fail: (message: string | undefined) => void;
}

/** Sends a form, one attempt at a time, and keeps the words for what failed. */
export function useSend(form: SignInForm): Sending {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = (action: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    action()
      .catch((error: unknown) => setFailure(failureMessage(t, error, form)))
      .finally(() => setBusy(false));
  };
  return { busy, failure, send, fail: setFailure };
}
