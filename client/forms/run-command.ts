import { useState } from 'react';
import { StorageFailed } from '#client/data/errors.ts';
import type { RunResult } from '#client/data/port.ts';
import type { Translate } from '#client/translations/translations.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';

export type Failure = Refusal | 'not-stored' | 'not-signed-in';

/** A field was saved elsewhere since its editing began. */
export function isMeanwhile(failure: Failure | undefined): boolean {
  return typeof failure === 'object' && failure.code === 'changed-meanwhile';
}

export type CommandResult =
  | (RunResult & { done: true; failure?: undefined })
  | { done: false; failure: Failure };

/** Resolves once stored durably. Unexpected errors are logged. */
export async function runCommand(run: () => Promise<RunResult> | undefined): Promise<CommandResult> {
  try {
    const result = await run();
    if (result === undefined) return { done: false, failure: 'not-signed-in' };
    return result.done ? result : { done: false, failure: result.refusal };
  } catch (error) {
    if (!(error instanceof StorageFailed)) console.error(error);
    return { done: false, failure: 'not-stored' };
  }
}

export function useCommand() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const run = async (command: () => Promise<RunResult> | undefined): Promise<CommandResult> => {
    setBusy(true);
    setFailure(undefined);
    const result = await runCommand(command);
    setBusy(false);
    setFailure(result.failure);
    return result;
  };
  return { isBusy, failure, run, setFailure };
}

export const LIMITS = ['too-many-children', 'too-many-visitors', 'too-many-open-visits'] as const;

/** Undefined unless a household limit (domain/limits.ts) was reached. */
export function limitText(t: Translate, { code }: Refusal): string | undefined {
  const limit = LIMITS.find((one) => one === code);
  return limit && t(($) => $.common.sizes[limit]);
}

export function failureText(
  t: Translate,
  failure: Failure,
  failed = t(($) => (failure === 'not-stored' ? $.people.statusNotSaved : $.common.error)),
  why = (refusal: Refusal): string | undefined => limitText(t, refusal),
): string {
  if (failure === 'not-signed-in') return t(($) => $.common.failures.notAuthenticated);
  const reason = failure === 'not-stored' ? undefined : why(failure);
  return reason === undefined ? failed : `${failed}. ${reason}`;
}
