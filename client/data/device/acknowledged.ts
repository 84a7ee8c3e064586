import { RESTORE_DAYS } from '#domain/limits.ts';
import { DAY_MS } from '#domain/time.ts';
import { resultOf, type Stores } from './object-stores.ts';
import type { Kept, QueuedTap } from './records.ts';

const KEEP_MS = RESTORE_DAYS * DAY_MS;
const MOST_TAPS = 4000;
const LARGEST_SIZE = 2_000_000;

/** The keys lie in the meta store: a new object store would close the database to open pages of the version before. */
const PREFIX = 'acknowledged';
const keyOf = ({ sent, sequence }: QueuedTap) => [PREFIX, sent?.receivedAt ?? 0, sequence];
const sizeOf = (tap: QueuedTap) => JSON.stringify(tap).length;
const none = (now: number): Kept => ({ count: 0, size: 0, purgedAt: now });

/** Keeps these taps. Returns the new sum of all; `now` is the server's clock, in ms. */
export async function keep(
  stores: Stores,
  before: Kept | undefined,
  taps: readonly QueuedTap[],
  now: number,
): Promise<Kept> {
  for (const tap of taps) stores.meta.put(tap, keyOf(tap));
  const kept = sumOf(taps, before ?? none(now));
  const isFull = kept.count > MOST_TAPS || kept.size > LARGEST_SIZE;
  return isFull || Math.abs(now - kept.purgedAt) > DAY_MS ? purge(stores, now) : kept;
}

/** Deletes the taps that are too old, and if there are too many the oldest, so that it does not run at each tap. */
async function purge(stores: Stores, now: number): Promise<Kept> {
  let [count, size] = [0, 0];
  const { left } = await takeKept(stores, now, (tap) => {
    count += 1;
    size += sizeOf(tap);
    return !isKept(tap, now) || count > 0.75 * MOST_TAPS || size > 0.75 * LARGEST_SIZE;
  });
  return left;
}

/** The sum of these taps and of those before. */
function sumOf(taps: readonly QueuedTap[], before: Kept): Kept {
  const dormant = (before.dormant ?? 0) + taps.filter((tap) => tap.dormant).length;
  const size = taps.reduce((sum, tap) => sum + sizeOf(tap), before.size);
  return { ...before, count: before.count + taps.length, size, ...(dormant > 0 && { dormant }) };
}

/**
 * Takes kept taps out, to be sent again: those that are wanted, which is asked of the newest first. `now` is the server's
 * clock, in ms. Returns them in the order in which the server answered them, with the sum of what is left.
 */
export async function takeKept(
  stores: Stores,
  now: number,
  isWanted: (tap: QueuedTap) => boolean,
): Promise<{ taps: QueuedTap[]; left: Kept }> {
  const range = stores.keyRange.bound([PREFIX], [PREFIX, []]);
  const all: QueuedTap[] = await resultOf(stores.meta.getAll(range));
  const [taken, left]: [QueuedTap[], QueuedTap[]] = [[], []];
  for (const tap of all.reverse()) (isWanted(tap) ? taken : left).push(tap);
  for (const tap of taken) stores.meta.delete(keyOf(tap));
  const taps = taken.filter((tap) => isKept(tap, now)).reverse();
  return { taps: taps.map(asUnsent), left: sumOf(left, none(now)) };
}

/** The tap of another epoch as one that waits to be sent again. */
export function asUnsent({ settled: _version, dormant: _awake, ...tap }: QueuedTap): QueuedTap {
  return { ...tap, again: true };
}

/** A dormant tap stays until the server decides it for good. */
function isKept({ sent, dormant }: QueuedTap, now: number): boolean {
  return sent !== undefined && (dormant === true || now - sent.receivedAt < KEEP_MS);
}
