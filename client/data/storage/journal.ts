import type { DeviceStorage, Environment } from '#client/data/environment.ts';
import { type AccountScope, readJson, storageKeys, writeEntry } from '#client/data/storage-entries.ts';
import type { Id } from '#domain/ids.ts';
import type { Tap } from './records.ts';

/**
 * Taps not safe in the outbox yet. Only localStorage writes synchronously; one key per tap, so that
 * tabs never overwrite each other's.
 */
const PREFIX = 'framme.journal.';
const prefixOf = ({ household, uid }: AccountScope) => `${PREFIX}${household}.${uid}.`;

/** In ms; a live tab stores its tap after the next frame, so an older entry was left behind. */
const PATIENCE_MS = 1000;
/** Interval in ms, for browsers without storage events. */
const LOOK_MS = 25_000;

type Storage = DeviceStorage | undefined;

/** False if storage fails. */
export function writeJournal(storage: Storage, home: AccountScope, tap: Tap): boolean {
  return writeEntry(storage, prefixOf(home) + tap.op, JSON.stringify(tap));
}

export function readJournal(storage: Storage, home: AccountScope): Tap[] {
  const keys = storageKeys(storage, prefixOf(home));
  const taps = keys.map((key) => [key, readJson(storage, key) as Tap | undefined] as const);
  return taps.flatMap(([key, tap]) => (tap && key === prefixOf(home) + tap.op ? [tap] : [])).sort(byOrder);
}

export function mergeTaps(pending: readonly Tap[], journaled: readonly Tap[]): Tap[] {
  const own = new Set(pending.map(({ op }) => op));
  return [...pending, ...journaled.filter(({ op }) => !own.has(op))].sort(byOrder);
}

/** An entry that stays is harmless: its tap is found in the outbox, or the server drops the duplicate. */
export function deleteJournaled(storage: Storage, home: AccountScope, ops: Iterable<Id>): void {
  for (const op of ops) writeEntry(storage, prefixOf(home) + op, undefined);
}

export function wipeJournal(storage: Storage, home: AccountScope): void {
  for (const key of storageKeys(storage, prefixOf(home))) writeEntry(storage, key, undefined);
}

export function journalHomes(storage: Storage): AccountScope[] {
  return storageKeys(storage, PREFIX).flatMap((key) => {
    const [household, uid, op] = key.slice(PREFIX.length).split('.');
    return household !== undefined && uid !== undefined && op !== undefined ? [{ household, uid }] : [];
  });
}

/** Another tab may have closed before storing its taps. The result stops watching. */
export function watchJournal(
  { after, onStored, onWake }: Environment,
  home: AccountScope,
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
