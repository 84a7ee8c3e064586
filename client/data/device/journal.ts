import type { DeviceStorage, Environment } from '#client/data/environment.ts';
import { readJson, storageKeys, writeEntry } from '#client/data/storage-entries.ts';
import type { Id } from '#domain/ids.ts';
import type { Home } from './held-register.ts';
import type { Tap } from './records.ts';

/**
 * The journal: an account's taps in one household that are not safe in the outbox, in localStorage, the only storage that
 * writes synchronously. A tap is a key of its own, so that tabs never overwrite each other's.
 */
const PREFIX = 'framme.journal.';
const prefixOf = ({ household, uid }: Home) => `${PREFIX}${household}.${uid}.`;

/** The wait, in ms, before a tap of another tab counts as left: a tab that lives stores it after its next frame. */
const PATIENCE_MS = 1000;
/** The interval of looks, in ms, in case that the browser tells nothing of other tabs. */
const LOOK_MS = 25_000;

type Storage = DeviceStorage | undefined;

/** Returns true if the tap was written. */
export function writeJournal(storage: Storage, home: Home, tap: Tap): boolean {
  return writeEntry(storage, prefixOf(home) + tap.op, JSON.stringify(tap));
}

/** The journaled taps, in the order they were tapped. */
export function readJournal(storage: Storage, home: Home): Tap[] {
  const keys = storageKeys(storage, prefixOf(home));
  const taps = keys.map((key) => [key, readJson(storage, key) as Tap | undefined] as const);
  return taps.flatMap(([key, tap]) => (tap && key === prefixOf(home) + tap.op ? [tap] : [])).sort(byOrder);
}

/** Merges the pending taps of a tab with the journaled ones, in the order they were tapped. */
export function mergeTaps(pending: readonly Tap[], journaled: readonly Tap[]): Tap[] {
  const own = new Set(pending.map(({ op }) => op));
  return [...pending, ...journaled.filter(({ op }) => !own.has(op))].sort(byOrder);
}

/** An entry that cannot be removed is found in the outbox at the next start, or answered by the server as a duplicate. */
export function deleteJournaled(storage: Storage, home: Home, ops: Iterable<Id>): void {
  for (const op of ops) writeEntry(storage, prefixOf(home) + op, undefined);
}

export function wipeJournal(storage: Storage, home: Home): void {
  for (const key of storageKeys(storage, prefixOf(home))) writeEntry(storage, key, undefined);
}

/** The accounts with taps in the journal. */
export function journalHomes(storage: Storage): Home[] {
  return storageKeys(storage, PREFIX).flatMap((key) => {
    const [household, uid, op] = key.slice(PREFIX.length).split('.');
    return household !== undefined && uid !== undefined && op !== undefined ? [{ household, uid }] : [];
  });
}

/**
 * Calls back when another tab may have left taps in the account's journal: one that was closed before it stored them.
 * Returns a function that stops.
 */
export function watchJournal(
  { after, onStored, onWake }: Pick<Environment, 'after' | 'onStored' | 'onWake'>,
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
  const stops = [onStored((key) => key.startsWith(prefixOf(home)) && lookSoon()), onWake(look)];
  return () => {
    cancelSoon?.();
    cancelNext();
    for (const stop of stops) stop();
  };
}

function byOrder(one: Tap, other: Tap): number {
  return one.order - other.order;
}
