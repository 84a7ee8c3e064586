import { useState } from 'react';
import { CallFailed } from '#client/data/errors.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { callMessage } from './call-message.ts';

export interface Action {
  isBusy: boolean;
  /** The message of the last failure. */
  failure: string | undefined;
  /** Runs an action unless one is running. Never rejects: an error becomes `failure`. */
  run(action: () => Promise<unknown>): Promise<void>;
  /** Sets the failure without running anything; undefined clears it. */
  fail(message: string | undefined): void;
}

type MessageOf = (error: unknown) => string | undefined;

/** Runs the actions of a form or button one at a time. `messageOf` may word an error; the default is `callMessage`. */
export function useAction(messageOf?: MessageOf): Action {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  return {
    isBusy,
    failure,
    fail: setFailure,
    async run(action) {
      if (isBusy) return;
      setBusy(true);
      setFailure(undefined);
      await action()
        .catch((error: unknown) => setFailure(messageOf?.(error) ?? callMessage(t, error)))
        .finally(() => setBusy(false));
    },
  };
}

/** Returns a `messageOf` for `useAction` that words some codes of failed calls. */
export function messagesByCode(messages: Partial<Record<CallFailed['code'], string>>): MessageOf {
  return (error) => (error instanceof CallFailed ? messages[error.code] : undefined);
}
