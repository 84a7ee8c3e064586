import type { HouseholdState } from '#client/data/tap/household-state.ts';
import type { Id } from '#domain/ids.ts';
import { putDocuments } from './apply-reply.ts';
import type { Database } from './database.ts';
import { resultOf, type Stores } from './object-stores.ts';
import { type Meta, type QueuedTap, type RefusedTap, storedMeta, writeMeta } from './records.ts';

/** The stored state when the database failed: its metadata, if it had any, and the ops of its outbox and refused list. */
export interface LeftState {
  meta: Meta | undefined;
  ops: ReadonlySet<Id>;
}

/**
 * Writes to the database, in one transaction, what a page did in memory since it failed. Returns the stored metadata, or
 * undefined if the database is no longer as the page left it, and is to be read instead. Rejects if storage still fails.
 */
export function writeBack(
  database: Database,
  state: HouseholdState,
  left: LeftState,
): Promise<Meta | undefined> {
  return database.write('strict', async (stores) => {
    const { meta } = state;
    const stored = await storedMeta(stores);
    const isAsLeft = stored?.device === left.meta?.device && stored?.stamp === left.meta?.stamp;
    const next = isAsLeft && meta ? { ...meta, ...numberedAs(stored ?? meta) } : undefined;
    // Something is written in any case: reading alone does not prove that the database works again.
    const kept = next ?? stored;
    if (next) {
      const since = left.meta?.stamp ?? -1;
      await putDocuments(stores, state.replica.since(since), next.resetStamp > since);
      await writeTaps(stores, state, left, next);
    }
    if (kept) writeMeta(stores, kept);
    return next;
  });
}

/** The device that the database knows, with its last sequence. */
function numberedAs({ device, sequence }: Meta): Pick<Meta, 'device' | 'sequence'> {
  return { device, sequence };
}

/** Stores the taps of the page, and deletes those that the server has answered or the parent discarded; `meta` counts on. */
async function writeTaps(
  { outbox, refused }: Stores,
  state: HouseholdState,
  { ops }: LeftState,
  meta: Meta,
): Promise<void> {
  const storedTaps: QueuedTap[] = await resultOf(outbox.getAll());
  const storedRefused: RefusedTap[] = await resultOf(refused.getAll());
  const sequences = new Map(storedTaps.map(({ op, sequence }) => [op, sequence]));
  const [queued, listed] = [opsOf(state.outbox), opsOf(state.refused)];
  for (const { op, sequence } of storedTaps) if (ops.has(op) && !queued.has(op)) outbox.delete(sequence);
  for (const { op } of storedRefused) if (ops.has(op) && !listed.has(op)) refused.delete(op);
  for (const tap of state.refused) refused.put(tap);
  for (const tap of state.outbox) {
    const sequence = sequences.get(tap.op) ?? meta.sequence + 1;
    meta.sequence = Math.max(meta.sequence, sequence);
    outbox.put({ ...tap, sequence });
  }
}

function opsOf(taps: readonly { op: Id }[]): Set<Id> {
  return new Set(taps.map(({ op }) => op));
}
