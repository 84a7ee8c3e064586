import type { Id } from '#domain/ids.ts';
import { DAY_MS, isoTime, OFFLINE_DAYS } from '#domain/time.ts';
import type { RetentionStore } from '../store/ports/store.ts';
import { pause } from './pause.ts';

/** Longer than a phone resends a tap by itself, so that a resent tap is never applied twice. */
const OUTCOME_DAYS = OFFLINE_DAYS + 30;

interface Deps {
  store: Pick<RetentionStore, 'purgeOutcomes'>;
  now: () => number;
}

/** Steps at once, some seconds: what parents wait for, and the log of what was deleted, come in between. */
const MOST_STEPS = 500;

/**
 * Deletes the outcomes that no phone asks for any more, in steps, after a mark. Returns the mark after which to go on, or null
 * after the last step.
 */
export async function expireOutcomes(
  { store, now }: Deps,
  after: Id | undefined,
  isStopped: () => boolean,
): Promise<Id | undefined | null> {
  const before = isoTime(now() - OUTCOME_DAYS * DAY_MS);
  let last: Id | undefined | null = after;
  for (let steps = 0; steps < MOST_STEPS && !isStopped() && last !== null; steps += 1) {
    last = await store.purgeOutcomes(last, before);
    if (last !== null) await pause();
  }
  return last;
}
