import { DAY_MS } from '#domain/time.ts';
import { resultOf, type Stores } from './object-stores.ts';
import type { Kept, QueuedTap } from './records.ts';

const KEEP_MS = 14 * DAY_MS;
const MOST_TAPS = 4000;
const LARGEST_SIZE = 2_000_000;
/** The time in ms for which a tap waits for what other phones bring, once a restored store has refused it. */
const PATIENCE_MS = 3 * DAY_MS;

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
  }
  const isFull = kept.count > MOST_TAPS || kept.size > LARGEST_SIZE;
  return isFull || Math.abs(now - kept.purgedAt) > DAY_MS ? purge(stores, now) : kept;
}

/** Deletes the taps that are too old, and if there are too many the oldest, so that it does not run at each tap. */
async function purge(stores: Stores, now: number): Promise<Kept> {
  const kept: Kept = { count: 0, size: 0, purgedAt: now };
  for (const tap of (await readAll(stores)).reverse()) {
    const size = sizeOf(tap);
    const hasRoom = kept.count < 0.75 * MOST_TAPS && kept.size + size < 0.75 * LARGEST_SIZE;
    if (hasRoom && isRecent(tap, now)) {
      kept.count += 1;
      kept.size += size;
    } else stores.meta.delete(keyOf(tap));
  }
  return kept;
}

/** Takes all kept taps out, to be sent again; `now` is the server's clock, in ms. */
export async function takeKept(stores: Stores, now: number): Promise<QueuedTap[]> {
  const taps = await readAll(stores);
  stores.meta.delete(range(stores));
  return taps.filter((tap) => isRecent(tap, now)).map((tap) => asUnsent(tap, now));
}

/** The tap of another epoch as one that waits to be sent again. */
export function asUnsent({ settled: _version, ...tap }: QueuedTap, now: number): QueuedTap {
  return tap.sent ? { ...tap, again: { until: now + PATIENCE_MS } } : tap;
}

/** In the order in which the server answered them. */
function readAll(stores: Stores): Promise<QueuedTap[]> {
  return resultOf(stores.meta.getAll(range(stores)));
}

function range({ keyRange }: Stores): IDBKeyRange {
  return keyRange.bound([PREFIX], [PREFIX, []]);
}

function isRecent({ sent }: QueuedTap, now: number): boolean {
  return sent !== undefined && now - sent.receivedAt < KEEP_MS;
}

function sizeOf(tap: QueuedTap): number {
  return JSON.stringify(tap).length;
}
