import { DAY_MS } from '#domain/time.ts';
import { resultOf, type Stores } from './object-stores.ts';
import type { Kept, QueuedTap } from './records.ts';

const KEEP_MS = 14 * DAY_MS;
const MOST_TAPS = 4000;
const LARGEST_SIZE = 2_000_000;

/** The keys lie in the meta store: a new object store would close the database to open pages of the version before. */
const PREFIX = 'acknowledged';
const keyOf = ({ sent, sequence }: QueuedTap) => [PREFIX, sent?.receivedAt ?? 0, sequence];

/** Keeps these taps. Returns the new sum of all; `now` is the server's clock, in ms. */
export async function keep(
  stores: Stores,
  before: Kept | undefined,
  taps: readonly QueuedTap[],
  now: number,
): Promise<Kept> {
  const kept = { ...(before ?? { count: 0, size: 0, purgedAt: now }) };
  for (const tap of taps) {
    stores.meta.put(tap, keyOf(tap));
    kept.count += 1;
    kept.size += sizeOf(tap);
    if (tap.dormant) kept.dormant = (kept.dormant ?? 0) + 1;
  }
  const isFull = kept.count > MOST_TAPS || kept.size > LARGEST_SIZE;
  return isFull || Math.abs(now - kept.purgedAt) > DAY_MS ? purge(stores, now) : kept;
}

/** Deletes the taps that are too old, and if there are too many the oldest, so that it does not run at each tap. */
async function purge(stores: Stores, now: number): Promise<Kept> {
  const left: QueuedTap[] = [];
  let size = 0;
  for (const tap of (await readAll(stores)).reverse()) {
    const hasRoom = left.length < 0.75 * MOST_TAPS && size + sizeOf(tap) < 0.75 * LARGEST_SIZE;
    if (hasRoom && isKept(tap, now)) {
      left.push(tap);
      size += sizeOf(tap);
    } else stores.meta.delete(keyOf(tap));
  }
  return sumOf(left, now);
}

function sumOf(taps: readonly QueuedTap[], now: number): Kept {
  const size = taps.reduce((sum, tap) => sum + sizeOf(tap), 0);
  const dormant = taps.filter((tap) => tap.dormant).length;
  return { count: taps.length, size, purgedAt: now, ...(dormant > 0 && { dormant }) };
}

/**
 * Takes kept taps out, to be sent again: all of them, or those that are dormant on the server. `now` is the server's clock, in
 * ms. Returns them with what is left.
 */
export async function takeKept(
  stores: Stores,
  now: number,
  isWanted: (tap: QueuedTap) => boolean = () => true,
): Promise<{ taps: QueuedTap[]; left: Kept }> {
  const all = await readAll(stores);
  const taps = all.filter(isWanted);
  for (const tap of taps) stores.meta.delete(keyOf(tap));
  return {
    taps: taps.filter((tap) => isKept(tap, now)).map(asUnsent),
    left: sumOf(
      all.filter((tap) => !isWanted(tap)),
      now,
    ),
  };
}

/** The tap of another epoch as one that waits to be sent again. */
export function asUnsent({ settled: _version, dormant: _awake, ...tap }: QueuedTap): QueuedTap {
  return { ...tap, again: true };
}

/**
 * Gives taps that were sent without an answer their place: after those of this device that were answered before them. `taps`
 * in the device's order.
 */
export function placeUnanswered(taps: readonly QueuedTap[]): QueuedTap[] {
  let known = 0;
  return taps.map((tap) => {
    const { sent } = tap;
    if (!sent) return tap;
    known = Math.max(known, sent.receivedAt, sent.version ?? 0);
    return { ...tap, sent: { ...sent, version: known } };
  });
}

/** In the order in which the server answered them. */
function readAll(stores: Stores): Promise<QueuedTap[]> {
  return resultOf(stores.meta.getAll(range(stores)));
}

function range({ keyRange }: Stores): IDBKeyRange {
  return keyRange.bound([PREFIX], [PREFIX, []]);
}

/** A dormant tap stays until the server decides it for good. */
function isKept({ sent, dormant }: QueuedTap, now: number): boolean {
  return sent !== undefined && (dormant === true || now - sent.receivedAt < KEEP_MS);
}

function sizeOf(tap: QueuedTap): number {
  return JSON.stringify(tap).length;
}
