import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '#client/data/port.ts';
import type { CallErrorCode } from '#domain/protocol/calls.ts';
import { callFailure } from './call-message.ts';

export interface Doing {
  isBusy: boolean;
  /** What the red box says. */
  failure: string | undefined;
  /** Does it unless something is being done already; a failure becomes words. */
  run(action: () => Promise<unknown>): Promise<void>;
  /** Refuses without an attempt, or withdraws what the red box said. */
  fail(words: string | undefined): void;
}

/** Does something about the account, one thing at a time. In: words for the codes that mean something special here. */
export function useDoing(special: Partial<Record<CallErrorCode, string>> = {}): Doing {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const wordsFor = (error: unknown) => {
    const { code } = error instanceof CallFailed ? error : { code: 'offline' as const };
    return (code === 'offline' ? undefined : special[code]) ?? callFailure(t, error);
  };
  return {
    isBusy,
    failure,
    fail: setFailure,
    async run(action) {
      if (isBusy) return;
      setBusy(true);
      setFailure(undefined);
      await action()
        .catch((error: unknown) => setFailure(wordsFor(error)))
        .finally(() => setBusy(false));
    },
  };
}
