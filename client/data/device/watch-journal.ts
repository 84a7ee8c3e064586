import type { Environment } from '#client/data/environment.ts';
import type { Home } from './held-register.ts';
import { journalPrefixes } from './journal.ts';

/** The wait, in ms, before a tap of another tab counts as left: a tab that lives stores it after its next frame. */
const PATIENCE_MS = 1000;
/** The interval of looks, in ms, in case that the browser tells nothing of other tabs. */
const LOOK_MS = 25_000;

/**
 * Calls back when another tab may have left taps in the account's journal: one that was closed before it stored them.
 * Returns a function that stops.
 */
export function watchJournal(
  { after, onStored, onWake, storage }: Pick<Environment, 'after' | 'onStored' | 'onWake' | 'storage'>,
  home: Home,
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
  const prefixes = journalPrefixes(storage, home);
  const isOwn = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));
  const stops = [onStored((key) => isOwn(key) && lookSoon()), onWake(look)];
  return () => {
    cancelSoon?.();
    cancelNext();
    for (const stop of stops) stop();
  };
}
