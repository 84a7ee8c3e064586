import { applyLivePage, applyReply } from '#client/data/storage/apply-reply.ts';
import type { ApplyReply, IncomingReply, StoredReply } from '#client/data/storage/incoming-reply.ts';
import { makeId } from '#domain/ids.ts';
import type { LivePage } from '#domain/protocol/live.ts';
import type { SyncReply } from '#domain/protocol/sync.ts';
import type { LocalStore } from './local-store.ts';
import type { StoreTask } from './store-task.ts';

/**
 * Stores a sync reply; `skew` is the server's clock minus the device's, in ms. Returns false if another tab applied one
 * first, and a new sync is needed.
 */
export function storeReply(store: LocalStore, reply: SyncReply, skew: number): Promise<boolean> {
  return store.runTask((stored) => apply(stored, applyReply, reply, skew));
}

/** Stores a page of the live stream. Returns false if a sync is needed instead. */
export function storePage(store: LocalStore, { after, changes, cursor }: LivePage): Promise<boolean> {
  return store.runTask(async (stored) => {
    await stored.read();
    const { meta } = stored.state;
    if (meta?.cursor == null || after > meta.cursor) return false;
    if (cursor <= meta.cursor) return true;
    return apply(stored, applyLivePage, { outcomes: [], changes, cursor }, meta.skew);
  });
}

async function apply(
  { environment, state, database, notifyTabs }: StoreTask,
  write: ApplyReply,
  reply: StoredReply,
  skew: number,
): Promise<boolean> {
  const { meta, replica, outbox } = state;
  if (!meta) return false;
  const nextDevice = makeId(environment.random(16));
  const receivedAt = environment.now();
  const incoming: IncomingReply = { meta, replica, outbox, reply, skew, receivedAt, nextDevice };
  const applied = await write(database, incoming);
  if (!applied) return false;
  state.applyReply(applied);
  notifyTabs();
  return true;
}
