import { type Id, makeId } from '#domain/ids.ts';
import type { LivePage } from '#domain/protocol/live.ts';
import type { Change, Outcome, SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import { isOtherEpoch, lackedBy, queueAgain, saveAcked } from './after-restore.ts';
import { type HouseholdStorage, putDocuments, type WritableData } from './household-storage.ts';
import type { LocalStore } from './local-store.ts';
import {
  asUnsent,
  bySequence,
  type Meta,
  OFFLINE_MS,
  type QueuedTap,
  type RefusedTap,
  type SentTimes,
  type StoredState,
  timesOf,
  toRefused,
  toStored,
} from './records.ts';
import type { Replica } from './replica.ts';

interface IncomingReply {
  meta: Meta;
  replica: Replica;
  outbox: readonly QueuedTap[];
  reply: Pick<SyncReply, 'outcomes' | 'changes' | 'cursor'> & Partial<SyncReply>;
  /** In ms by op; empty for a live page. */
  sent: ReadonlyMap<Id, SentTimes>;
  /** Server clock minus device clock, in ms. */
  skew: number;
  /** In ms; undefined for a live page. */
  serverNow?: number;
  /** The device's clock, in ms. */
  receivedAt: number;
  /** Replaces a device id whose sequences are used up. */
  nextDevice: Id;
}

/**
 * `skew`: server clock minus device clock, in ms. False if another tab applied a reply first, or database and
 * memory were swapped: sync again.
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

/** False if a sync is needed instead. */
export function storePage(store: LocalStore, page: LivePage, skew: number): Promise<boolean> {
  const { after, changes, cursor, epoch } = page;
  return store.runTask(async () => {
    await store.read();
    const { meta } = store.state;
    if (meta?.cursor == null || after > meta.cursor) return false;
    if (epoch !== undefined && epoch !== meta.epoch) return false;
    if (cursor <= meta.cursor) return true;
    return apply(store, { reply: { outcomes: [], changes, cursor }, skew, sent: new Map() });
  });
}

async function apply(
  store: LocalStore,
  received: Pick<IncomingReply, 'reply' | 'skew' | 'serverNow' | 'sent'>,
): Promise<boolean> {
  const { environment, state, storage } = store;
  const { meta, replica, outbox } = state;
  if (!meta) return false;
  const known = { meta, replica, nextDevice: makeId(environment.random(16)), receivedAt: environment.now() };
  const applied = await writeIfUnchanged(storage, { ...known, ...received });
  if (!applied) return false;
  state.applyReply(applied);
  const waiting = new Set([...state.unsent, ...state.refused].map(({ op }) => op));
  store.confirm(outbox.filter(({ op }) => !waiting.has(op)));
  store.notifyTabs();
  return true;
}

/**
 * One transaction: no row shows an intermediate state. Undefined if another tab was first, or for a live page
 * while a tap awaits its outcome: the page may hold its effect, and both must be applied together.
 */
function writeIfUnchanged(
  storage: HouseholdStorage,
  incoming: Omit<IncomingReply, 'outbox'>,
): Promise<StoredState | undefined> {
  return storage.write('relaxed', async (stored) => {
    const meta = await stored.meta();
    const outbox = await stored.outbox();
    const { stamp, device } = incoming.meta;
    const isUnchanged = meta?.stamp === stamp && meta.device === device;
    const isEarly = incoming.serverNow === undefined && outbox.some(({ settled }) => settled === undefined);
    return isUnchanged && !isEarly ? writeReply(stored, meta, { ...incoming, outbox }) : undefined;
  });
}

async function writeReply(stored: WritableData, before: Meta, incoming: IncomingReply): Promise<StoredState> {
  const { reply, replica } = incoming;
  const meta = nextMeta(before, incoming);
  const noted = lackedBy(reply, before);
  const newer = latestByPath(reply.changes)
    .flatMap((change) => toStored(change, meta.stamp, incoming.receivedAt) ?? [])
    .filter((document) => reply.reset || replica.isNewer(document));
  const documents = await putDocuments(stored, newer, reply.reset === true);
  const { changed, outbox, refused } = await applyOutcomes(stored, before, incoming);
  const written = { ...meta, ...changed, ...(noted && { restored: noted }) };
  stored.putMeta(written);
  return { meta: written, outbox, refused, documents };
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
    ...(reply.restored && { restoredAt: reply.restored.at }),
  };
}

/** A visit may be in both the history page and the feed. */
function latestByPath(changes: readonly Change[]): Change[] {
  const byPath = new Map<string, Change>();
  for (const change of changes) {
    if ((byPath.get(change.path)?.version ?? -1) < change.version) byPath.set(change.path, change);
  }
  return [...byPath.values()];
}

/** Under another epoch all taps are queued again. */
async function applyOutcomes(stored: WritableData, { epoch, kept: before }: Meta, incoming: IncomingReply) {
  const { reply, serverNow, receivedAt, nextDevice } = incoming;
  if (isOtherEpoch(reply, epoch)) return queueAgain(stored, incoming.outbox, serverNow ?? receivedAt);
  const { outbox, refused, acknowledged, isUsedUp } = updateOutbox(stored, incoming);
  const { kept, resent } = await saveAcked(stored, before, acknowledged, incoming);
  const changed = { kept, ...(isUsedUp && { device: nextDevice }) };
  return { outbox: [...outbox, ...resent].sort(bySequence), refused, changed };
}

type Done = Outcome & { result: 'done' };

/**
 * `isUsedUp`: a phone restored from a backup reuses sequences, refused as out of order. Its taps are resent
 * under a new device id; the server drops duplicates by op id.
 */
function updateOutbox(stored: WritableData, incoming: IncomingReply) {
  const outcomes = new Map(incoming.reply.outcomes.map((outcome) => [outcome.op, outcome]));
  const refused: RefusedTap[] = [];
  const acknowledged: QueuedTap[] = [];
  const outbox: QueuedTap[] = [];
  let isUsedUp = false;
  for (const queued of incoming.outbox) {
    const known = outcomes.get(queued.op);
    const isResent = mustResend(queued, known, incoming);
    isUsedUp ||= isResent;
    const outcome = isResent ? undefined : known;
    const waiting = outcome?.result === 'refused' ? undefined : remaining(queued, outcome, incoming);
    if (waiting && waiting !== queued) stored.putQueued(waiting);
    if (waiting) outbox.push(waiting);
    else {
      stored.deleteQueued(queued.sequence);
      if (outcome?.result === 'refused') refused.push(toRefused(queued, outcome));
      else acknowledged.push(answered(queued, incoming, outcome));
    }
  }
  for (const one of refused) stored.putRefused(one);
  return { outbox, refused, acknowledged, isUsedUp };
}

/** Never an older op: the server may have deleted its record. */
function mustResend(
  { tappedAt }: QueuedTap,
  outcome: Outcome | undefined,
  { receivedAt }: IncomingReply,
): boolean {
  const isOutOfOrder = outcome?.result === 'refused' && outcome.refusal.code === 'out-of-order';
  return isOutOfOrder && receivedAt - tappedAt < OFFLINE_MS;
}

/** Adds the times of the request by which the server placed the tap. */
function answered(
  { again, ...queued }: QueuedTap,
  incoming: IncomingReply,
  done: Done | undefined,
): QueuedTap {
  const times = incoming.sent.get(queued.op);
  const isPlaced = queued.sent !== undefined && (again || !times);
  const sent = isPlaced ? queued.sent : times && done && firstTimes(times, done);
  return { ...queued, ...(sent && { sent }), ...(done?.dormant && { dormant: true }) };
}

/** Moved back to the request that the server answered first. */
function firstTimes(times: SentTimes, { version, receivedAt }: Done): SentTimes {
  const later = receivedAt === undefined ? 0 : Math.max(0, times.receivedAt - receivedAt);
  return {
    ...times,
    deviceNow: Math.max(0, times.deviceNow - later),
    receivedAt: times.receivedAt - later,
    version,
  };
}

/** Undefined once the version of the tap's effect is stored. */
function remaining(
  queued: QueuedTap,
  outcome: Done | undefined,
  incoming: IncomingReply,
): QueuedTap | undefined {
  const { cursor, reset } = incoming.reply;
  const done = outcome?.version;
  const version = done ?? queued.settled;
  if (version === undefined) return queued;
  if (version <= cursor) return undefined;
  // A backup older than the version was restored.
  if (done === undefined && reset) return asUnsent(queued);
  return { ...answered(queued, incoming, outcome), settled: version };
}
