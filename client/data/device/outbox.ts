import type { Environment } from '#client/data/environment.ts';
import type { Id } from '#domain/ids.ts';
import type { Storing } from './database.ts';
import { resultOf, type Stores } from './object-stores.ts';
import { type Meta, type QueuedTap, readMeta, type Tap, writeMeta } from './records.ts';

/**
 * Stores taps in the outbox with strict durability, in this order, each with the device's next sequence. A tap that is
 * there already (its tab was killed before it cleared the journal) keeps its sequence. Rejects if nothing was stored.
 */
export function storeTaps(
  database: Storing,
  environment: Pick<Environment, 'random'>,
  taps: readonly Tap[],
): Promise<{ meta: Meta; queued: QueuedTap[] }> {
  return database.write('strict', async (stores) => {
    const meta = await readMeta(stores, environment.random);
    const queued: QueuedTap[] = [];
    for (const tap of taps) queued.push((await find(stores, tap)) ?? add(stores, meta, tap));
    writeMeta(stores, meta);
    return { meta, queued };
  });
}

function find({ outbox }: Stores, { op }: Tap): Promise<QueuedTap | undefined> {
  return resultOf(outbox.index('op').get(op)) as Promise<QueuedTap | undefined>;
}

function add({ outbox, refused }: Stores, meta: Meta, tap: Tap): QueuedTap {
  meta.sequence += 1;
  const queued = { ...tap, sequence: meta.sequence };
  outbox.put(queued);
  if (tap.replaces !== undefined) refused.delete(tap.replaces);
  return queued;
}

/** Stores when taps of the outbox were sent for the first time. Rejects if storage fails. */
export function storeSent(database: Storing, taps: readonly QueuedTap[]): Promise<void> {
  return database.write('relaxed', async (stores) => {
    for (const tap of taps) {
      const stored = await find(stores, tap);
      // A page that did without storage for a while may have given it another sequence.
      if (stored && tap.sent) stores.outbox.put({ ...stored, sent: tap.sent });
    }
  });
}

/** Deletes the note that a backup was restored. Rejects if storage fails. */
export function deleteRestoredNote(
  database: Storing,
  environment: Pick<Environment, 'random'>,
): Promise<void> {
  return database.write('relaxed', async (stores) => {
    const { restored: _closed, ...meta } = await readMeta(stores, environment.random);
    writeMeta(stores, meta);
  });
}

/** Deletes an entry of the refused list. Rejects if storage fails. */
export function deleteRefused(database: Storing, op: Id): Promise<void> {
  return database.write('strict', async ({ refused }) => void refused.delete(op));
}
