import { type RunResult, StorageFailed } from '#client/data/port.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';

/** Why a command has no effect: the rulebook refused, the device could not store it, or nobody is signed in. */
export type Failure = Refusal | 'not-stored' | 'not-signed-in';

/**
 * Runs a command. Out: undefined once the device keeps it for good, else why not. A crash of ours is logged.
 * `onDone` hears what was done.
 */
export async function attempt(
  run: () => Promise<RunResult> | undefined,
  onDone?: (result: RunResult & { done: true }) => void,
): Promise<Failure | undefined> {
  try {
    const result = await run();
    if (result === undefined) return 'not-signed-in';
    if (!result.done) return result.refusal;
    onDone?.(result);
    return undefined;
  } catch (error) {
    if (!(error instanceof StorageFailed)) console.error(error);
    return 'not-stored';
  }
}
