import type { Environment } from '#client/data/environment.ts';
import type { Id } from '#domain/ids.ts';
import { journalPrefix } from './journal.ts';

/** The wait, in ms, before a tap of another tab counts as left: a tab that lives stores it after its next frame. */
const PATIENCE_MS = 1000;
/** The interval of looks, in ms, in case that the browser tells nothing of other tabs. */
const LOOK_MS = 25_000;

/**
 * Calls back when another tab may have left taps in the account's journal: one that was closed before it stored them.
 * Returns a function that stops.
 */
export function watchJournal(
  { after, onStored, onWake }: Pick<Environment, 'after' | 'onStored' | 'onWake'>,
  uid: Id,
  look: () => void,
): () => void {
  let cancelSoon: (() => void) | undefined;
  const lookSoon = () => {
    cancelSoon ??= after(PATIENCE_MS, () => {
      cancelSoon = undefined;
      look();
    });
  };
  const lookAgain = (): (() => void) =>
    after(LOOK_MS, () => {
      look();
      cancelNext = lookAgain();
    });
  let cancelNext = lookAgain();
  const stops = [onStored((key) => key.startsWith(journalPrefix(uid)) && lookSoon()), onWake(look)];
  return () => {
    cancelSoon?.();
    cancelNext();
    for (const stop of stops) stop();
  };
}
