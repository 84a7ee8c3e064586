import { makeId } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import type { LivePage } from '#domain/protocol/live.ts';
import type { Change, Op, SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import type { Storing } from './database.ts';
import type { LocalStore } from './local-store.ts';
import { resultOf, type Stores } from './object-stores.ts';
import { storeSent } from './outbox.ts';
import { pendingEmail } from './pending-email.ts';
import {
  type Meta,
  putDocuments,
  type QueuedTap,
  type SentTimes,
  type StoredState,
  storedMeta,
  toStored,
  writeMeta,
} from './records.ts';
import { type IncomingReply, isOtherEpoch, settle } from './settle-taps.ts';
import { StoredSession } from './stored-session.ts';
import { keepUnsent } from './sweep.ts';

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
  const sent = new Map(request.ops.map((op) => [op.op, timesOf(op, request.deviceNow, reply.receivedAt)]));
  return store.runTask(async () => {
    if (store.state.meta?.device !== request.device) return false;
    return apply(store, { reply, skew, serverNow: reply.serverNow, sent });
  });
}

/** The times by which the server placed an op, in ms. */
function timesOf({ tappedAt, estimate }: Op, deviceNow: number, receivedAt: number): SentTimes {
  return { tappedAt, ...(estimate && { estimate }), deviceNow, receivedAt };
}

/**
 * Stores the times of a request without an answer with those of its taps that were sent for the first time. `receivedAt`: the
 * server's clock as known, in ms. Rejects if storage fails.
 */
export function storeAttempt(
  store: LocalStore,
  { deviceNow, ops, cursor }: SyncRequest,
  receivedAt: number,
): Promise<void> {
  const { state, database } = store;
  const times = new Map(
    ops.map((op) => [op.op, { ...timesOf(op, deviceNow, receivedAt), version: (cursor ?? 0) + 1 }]),
  );
  const isFirst = ({ op, sent, settled }: QueuedTap) => !sent && settled === undefined && times.has(op);
  return store.runTask(async () => {
    const tried = state.outbox
      .filter(isFirst)
      .map((tap) => ({ ...tap, sent: times.get(tap.op) }) as QueuedTap);
    if (tried.length > 0) await storeSent(database.disk, tried);
    state.applyQueued(tried);
  });
}

/** Stores a page of the live stream; `skew` as above. Returns false if a sync is needed instead. */
export function storePage(store: LocalStore, page: LivePage, skew: number): Promise<boolean> {
  const { after, changes, cursor, epoch } = page;
  return store.runTask(async () => {
    await store.read();
    const { meta } = store.state;
    if (meta?.cursor == null || after > meta.cursor) return false;
    if (epoch !== undefined && epoch !== meta.epoch) return false;
    if (cursor <= meta.cursor) return true;
    const reply = { outcomes: [], changes, cursor };
    return apply(store, { reply, skew, sent: new Map() });
  });
}

/** Wipes the device of a household whose session was ended on purpose, but for unsent taps. Rejects if storage fails. */
export function stripHousehold(store: LocalStore): Promise<void> {
  const { environment, account, state, database } = store;
  return store.runTask(async () => {
    // The profile, whose e-mail may be newer than the sign-in, goes too; the open page offers to sign in again with it.
    account.email = state.replica.get(profilePath(account.uid))?.email ?? account.email;
    new StoredSession(environment).forgetEmail(account);
    pendingEmail.write(undefined);
    if (state.meta?.ended) return;
    state.isResumed = false;
    await keepUnsent(database.disk, environment, { uid: account.uid, ended: true });
    await store.read();
    store.notifyTabs();
  });
}

async function apply(
  store: LocalStore,
  received: Pick<IncomingReply, 'reply' | 'skew' | 'serverNow' | 'sent'>,
): Promise<boolean> {
  const { environment, state, database } = store;
  const { meta, replica, outbox } = state;
  if (!meta) return false;
  const known = { meta, replica, nextDevice: makeId(environment.random(16)), receivedAt: environment.now() };
  const applied = await writeIfUnchanged(database, { ...known, ...received });
  if (!applied) return false;
  state.applyReply(applied);
  const waiting = new Set([...state.unsent, ...state.refused].map(({ op }) => op));
  store.confirm(outbox.filter(({ op }) => !waiting.has(op)));
  store.notifyTabs();
  return true;
}

/**
 * Stores outcomes and changes in one transaction, so that no row shows an intermediate state. Returns undefined if another
 * tab applied a reply meanwhile: sync again. Also if the reply is a page of the live stream and a tap waits for its outcome:
 * its effect may be in the page, and must be applied together with the outcome. Rejects if storage fails.
 */
function writeIfUnchanged(
  database: Storing,
  incoming: Omit<IncomingReply, 'outbox'>,
): Promise<StoredState | undefined> {
  return database.write('relaxed', async (stores) => {
    const stored = await storedMeta(stores);
    const outbox: QueuedTap[] = await resultOf(stores.outbox.getAll());
    const { stamp, device } = incoming.meta;
    const isUnchanged = stored?.stamp === stamp && stored.device === device;
    const isEarly = incoming.serverNow === undefined && outbox.some(({ settled }) => settled === undefined);
    return isUnchanged && !isEarly ? writeReply(stores, stored, { ...incoming, outbox }) : undefined;
  });
}

async function writeReply(stores: Stores, before: Meta, incoming: IncomingReply): Promise<StoredState> {
  const { reply, replica } = incoming;
  const meta = nextMeta(before, incoming);
  const noted = lackedBy(incoming, before);
  const newer = latestByPath(reply.changes)
    .flatMap((change) => toStored(change, meta.stamp, incoming.receivedAt) ?? [])
    .filter((stored) => reply.reset || replica.isNewer(stored));
  const documents = await putDocuments(stores, newer, reply.reset === true);
  const { changed, outbox, refused } = await settle(stores, before, incoming);
  const written = { ...meta, ...changed, ...(noted && { restored: noted }) };
  writeMeta(stores, written);
  return { meta: written, outbox, refused, documents };
}

/** Returns the note about a restored backup that lacks documents which this phone knew; undefined if it lacks none. */
function lackedBy({ reply }: IncomingReply, { epoch, cursor }: Meta): Meta['restored'] {
  if (!isOtherEpoch(reply, epoch) || reply.cursor >= (cursor ?? 0)) return undefined;
  const { from } = reply.restored ?? {};
  return from === undefined ? {} : { from };
}

function nextMeta(before: Meta, { reply, skew, receivedAt }: IncomingReply): Meta {
  const stamp = before.stamp + 1;
  const history = reply.reset ? (reply.history ?? null) : reply.history;
  const { ended: _over, ...open } = before;
  return {
    ...open,
    stamp,
    resetStamp: reply.reset ? stamp : before.resetStamp,
    cursor: reply.reset ? reply.cursor : Math.max(before.cursor ?? 0, reply.cursor),
    history: history === undefined ? before.history : history,
    ...(reply.epoch !== undefined && { epoch: reply.epoch }),
    skew,
    lastHeard: receivedAt,
  };
}

/** The highest version of each path: a visit may be in the history page and in the feed. */
function latestByPath(changes: readonly Change[]): Change[] {
  const byPath = new Map<string, Change>();
  for (const change of changes) {
    if ((byPath.get(change.path)?.version ?? -1) < change.version) byPath.set(change.path, change);
  }
  return [...byPath.values()];
}
