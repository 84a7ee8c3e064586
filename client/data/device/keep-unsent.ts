import type { Environment } from '#client/data/environment.ts';
import type { UnsentCommand } from '#client/data/unsent-command.ts';
import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import type { Database } from './database.ts';
import { resultOf, STORES } from './object-stores.ts';
import {
  type Meta,
  type QueuedTap,
  type RefusedTap,
  readMeta,
  type StoredDocument,
  writeMeta,
} from './records.ts';

interface Kept {
  unsent: UnsentCommand[];
  /** The e-mail of the profile that was deleted. */
  email: string | undefined;
}

/**
 * Deletes all that an account's database holds but the taps that the server has not answered or has refused; without any,
 * also those of `hasJournal`, everything. `ended`: the session was ended on purpose, so the household opens only after a
 * sign-in. Rejects if storage fails.
 */
export function keepUnsent(
  database: Database,
  { random }: Pick<Environment, 'random'>,
  { uid, ended = false, hasJournal = true }: { uid: Id; ended?: boolean; hasJournal?: boolean },
): Promise<Kept> {
  return database.write('strict', async (stores) => {
    const meta = await readMeta(stores, random);
    const outbox: QueuedTap[] = await resultOf(stores.outbox.getAll());
    const refused: RefusedTap[] = await resultOf(stores.refused.getAll());
    const profile = (await resultOf(stores.documents.get(profilePath(uid)))) as StoredDocument | undefined;
    const queued = outbox.filter(({ settled }) => settled === undefined);
    const unsent = [...queued, ...refused];
    const isKept = unsent.length > 0 || hasJournal;
    for (const name of STORES) if (!isKept || name !== 'refused') stores[name].clear();
    for (const tap of queued) stores.outbox.put(tap);
    if (isKept) writeMeta(stores, emptied(meta, ended));
    return { unsent, email: (profile?.document as Profile | undefined)?.email };
  });
}

/** Keeps the device's sequence, and makes every tab read the emptied database as a snapshot. */
function emptied({ device, sequence, stamp, skew }: Meta, ended: boolean): Meta {
  const [cursor, history] = [null, null];
  const next = { device, sequence, stamp: stamp + 1, resetStamp: stamp + 1, cursor, history, skew };
  return ended ? { ...next, ended } : next;
}
