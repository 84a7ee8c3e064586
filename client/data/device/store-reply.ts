import { makeId } from '#domain/ids.ts';
import type { LivePage } from '#domain/protocol/live.ts';
import type { SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import { applyLivePage, applyReply } from './apply-reply.ts';
import type { ApplyReply, IncomingReply } from './incoming-reply.ts';
import type { LocalStore } from './local-store.ts';
import { storeSent } from './outbox.ts';
import type { QueuedTap } from './records.ts';
import type { StoreTask } from './store-task.ts';

/**
 * Stores the reply to a sync request; `skew` is the server's clock minus the device's, in ms. Returns false if a new sync is
 * needed: another tab applied one first, or memory gave way to the database, or the other way, with another cursor.
 */
export function storeReply(
  store: LocalStore,
  request: SyncRequest,
  reply: SyncReply,
  skew: number,
): Promise<boolean> {
  const received = { reply, skew, serverNow: reply.serverNow, sent: timesOf(request, reply) };
  return store.runTask(async (stored) => {
    if (stored.state.meta?.device !== request.device) return false;
    return apply(stored, applyReply, received);
  });
}

/** The times by which the server placed the ops of a request; an older server does not tell its own. */
function timesOf({ deviceNow, ops }: SyncRequest, { receivedAt }: SyncReply): IncomingReply['sent'] {
  if (receivedAt === undefined) return new Map();
  return new Map(
    ops.map(({ op, tappedAt, estimate }) => [
      op,
      { tappedAt, ...(estimate && { estimate }), deviceNow, receivedAt },
    ]),
  );
}

/** Stores the times of a request without an answer with those of its taps that were sent for the first time. */
export async function storeAttempt(
  { state, database }: StoreTask,
  { deviceNow, ops, cursor }: SyncRequest,
  receivedAt: number,
): Promise<boolean> {
  const version = (cursor ?? 0) + 1;
  const times = new Map(
    ops.map(({ op, tappedAt, estimate }) => [
      op,
      { tappedAt, ...(estimate && { estimate }), deviceNow, receivedAt, version },
    ]),
  );
  const isFirst = ({ op, sent, settled }: QueuedTap) => !sent && settled === undefined && times.has(op);
  const tried = state.outbox.filter(isFirst).map((tap) => ({ ...tap, sent: times.get(tap.op) }) as QueuedTap);
  if (tried.length > 0) await storeSent(database, tried);
  state.applyQueued(tried);
  return true;
}

/** Stores a page of the live stream; `skew` as above. Returns false if a sync is needed instead. */
export function storePage(store: LocalStore, page: LivePage, skew: number): Promise<boolean> {
  const { after, changes, cursor, epoch } = page;
  return store.runTask(async (stored) => {
    await stored.read();
    const { meta } = stored.state;
    if (meta?.cursor == null || after > meta.cursor) return false;
    if (epoch !== undefined && epoch !== meta.epoch) return false;
    if (cursor <= meta.cursor) return true;
    const reply = { outcomes: [], changes, cursor };
    return apply(stored, applyLivePage, { reply, skew, sent: new Map() });
  });
}

async function apply(
  { environment, state, stored, confirm, notifyTabs }: StoreTask,
  write: ApplyReply,
  received: Pick<IncomingReply, 'reply' | 'skew' | 'serverNow' | 'sent'>,
): Promise<boolean> {
  const { meta, replica, outbox } = state;
  if (!meta) return false;
  const nextDevice = makeId(environment.random(16));
  const receivedAt = environment.now();
  const incoming: IncomingReply = { meta, replica, outbox, ...received, receivedAt, nextDevice };
  const applied = await write(stored, incoming);
  if (!applied) return false;
  state.applyReply(applied);
  const waiting = new Set([...state.unsent, ...state.refused].map(({ op }) => op));
  confirm(outbox.filter(({ op }) => !waiting.has(op)));
  notifyTabs();
  return true;
}
