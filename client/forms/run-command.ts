import { useState } from 'react';
import { StorageFailed } from '#client/data/errors.ts';
import type { RunResult } from '#client/data/port.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';

/** The reason why a command has no effect: the rulebook refused, the device could not store it, or nobody is signed in. */
export type Failure = Refusal | 'not-stored' | 'not-signed-in';

/** True if a field of the form holds what was saved since its editing began. */
export function isMeanwhile(failure: Failure | undefined): boolean {
  return typeof failure === 'object' && failure.code === 'changed-meanwhile';
}

export type CommandResult =
  | (RunResult & { done: true; failure?: undefined })
  | { done: false; failure: Failure };

/** Runs a command; it is done once the device has stored it for good. An unexpected error is logged. */
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

/** Runs the commands of a form or button, and keeps why the last one has no effect. */
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
