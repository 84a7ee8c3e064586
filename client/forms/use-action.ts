import { useState } from 'react';
import { CallFailed } from '#client/data/errors.ts';
import type { Translate } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { callMessage } from './call-message.ts';

export interface Action {
  isBusy: boolean;
  /** The message of the last failure. */
  failure: string | undefined;
  /** Runs an action unless one is running. Never rejects: an error becomes `failure`. */
  run(action: () => Promise<unknown>): Promise<void>;
  /** Sets the failure, worded in the language on screen, without running anything; undefined clears it. */
  fail(read: ReadText | undefined): void;
}

type ReadText = (t: Translate) => string;
/** Words an error; undefined for one that it does not know. */
export type MessageOf = (error: unknown) => string | undefined;

/** Runs the actions of a form or button one at a time. `messageOf` may word an error; the default is `callMessage`. */
export function useAction(messageOf?: MessageOf): Action {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  // Not its text, which follows the language.
  const [failed, setFailed] = useState<{ error: unknown } | { read: ReadText }>();
  const textOf = (error: unknown) => messageOf?.(error) ?? callMessage(t, error);
  return {
    isBusy,
    failure: failed && ('read' in failed ? failed.read(t) : textOf(failed.error)),
    fail: (read) => setFailed(read && { read }),
    async run(action) {
      if (isBusy) return;
      setBusy(true);
      setFailed(undefined);
      await action()
        .catch((error: unknown) => setFailed({ error }))
        .finally(() => setBusy(false));
    },
  };
}

/** Returns a `messageOf` for `useAction` that words some codes of failed calls. */
export function messagesByCode(messages: Partial<Record<CallFailed['code'], string>>): MessageOf {
  return (error) => (error instanceof CallFailed ? messages[error.code] : undefined);
}
