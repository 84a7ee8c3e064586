import type { Id } from '#domain/ids.ts';
import { subtreeRange } from '#domain/paths.ts';
import type { Change, SyncReply } from '#domain/protocol/sync.ts';
import { OFFLINE_DAYS } from '#domain/time.ts';
import type { Database } from './database.ts';
import { answer, type Stores } from './object-stores.ts';
import { type Kept, keptOf, type Meta, type Queued, type Refused, refusedOf, writeMeta } from './records.ts';
import type { Replica } from './replica.ts';

/** What the tab knew when it asked, and what came back. */
export interface Arrival {
  meta: Meta;
  replica: Replica;
  outbox: readonly Queued[];
  reply: News;
  /** The server's clock minus the device's, and when the device heard it by its own, in ms. */
  skew: number;
  heardAt: number;
  /** A name for this device, where its present one turns out to be used up. */
  nextDevice: Id;
}

/** What lands of a reply. */
export type News = Pick<SyncReply, 'outcomes' | 'changes' | 'cursor' | 'reset' | 'history'>;

export interface Landed {
  meta: Meta;
  outbox: Queued[];
  refused: Refused[];
  documents: Kept[];
}

/** How news is stored; both ways below are one. */
export type Land = (database: Database, arrival: Arrival) => Promise<Landed | undefined>;

/**
 * Stores outcomes and changes of one reply in one transaction, so that no row ever shows a state between. Undefined:
 * another tab landed a reply meanwhile; this one is then asked for again. Rejects where it could not be stored.
 */
export function land(database: Database, arrival: Arrival): Promise<Landed | undefined> {
  return database.write('relaxed', async (stores) => {
    const known = await knownStill(stores, arrival);
    return known && landIn(stores, known, arrival);
  });
}

/**
 * Stores a page of the live stream the same way. Undefined also where a tap waits for its outcome: its effect may be in
 * the page, and is to come together with the outcome.
 */
export function landPage(database: Database, arrival: Arrival): Promise<Landed | undefined> {
  return database.write('relaxed', async (stores) => {
    const known = await knownStill(stores, arrival);
    const outbox: Queued[] = await answer(stores.outbox.getAll());
    const isWaiting = outbox.some(({ settled }) => settled === undefined);
    return known && !isWaiting ? landIn(stores, known, { ...arrival, outbox }) : undefined;
  });
}

/** What the device knows, unless another tab landed something since this one looked. */
async function knownStill({ meta }: Stores, arrival: Arrival): Promise<Meta | undefined> {
  const known = (await answer(meta.get('device'))) as Meta | undefined;
  return known?.stamp === arrival.meta.stamp && known.device === arrival.meta.device ? known : undefined;
}

async function landIn(stores: Stores, known: Meta, arrival: Arrival): Promise<Landed> {
  const { reply, replica } = arrival;
  const meta = { ...metaAfter(known, arrival), ...deviceAfter(arrival) };
  const news = newest(reply.changes)
    .flatMap((change) => keptOf(change, meta.stamp, arrival.heardAt) ?? [])
    .filter((kept) => reply.reset || replica.isNews(kept));
  const documents = await putAll(stores, news, reply.reset === true);
  const { outbox, refused } = settle(stores, arrival);
  writeMeta(stores, meta);
  return { meta, outbox, refused, documents };
}

function metaAfter(known: Meta, { reply, skew, heardAt }: Arrival): Meta {
  const stamp = known.stamp + 1;
  const history = reply.reset ? (reply.history ?? null) : reply.history;
  return {
    ...known,
    stamp,
    resetStamp: reply.reset ? stamp : known.resetStamp,
    cursor: reply.reset ? reply.cursor : Math.max(known.cursor ?? 0, reply.cursor),
    history: history === undefined ? known.history : history,
    skew,
    lastHeard: heardAt,
  };
}

/** One change a path, the highest version of each: a page of history may tell of a visit that the feed tells of too. */
function newest(changes: readonly Change[]): Change[] {
  const byPath = new Map<string, Change>();
  for (const change of changes) {
    if ((byPath.get(change.path)?.version ?? -1) < change.version) byPath.set(change.path, change);
  }
  return [...byPath.values()];
}

async function putAll(
  { documents, keyRange }: Stores,
  news: readonly Kept[],
  isReset: boolean,
): Promise<Kept[]> {
  if (isReset) documents.clear();
  const stored = await Promise.all(
    news.map(({ path }) => answer(documents.get(path)) as Promise<Kept | undefined>),
  );
  // Memory may not hold every closed visit yet, so the disk is asked too.
  const fresh = news.filter(({ version }, i) => (stored[i]?.version ?? -1) < version);
  for (const kept of fresh) {
    const { from, to } = subtreeRange(kept.path);
    if (!kept.document) documents.delete(keyRange.bound(from, to, false, true));
    documents.put(kept);
  }
  return fresh;
}

/**
 * A phone that was restored from a backup counts on from an old number, and the server turns its taps away. They stay,
 * and go out again under a new name; the server tells by their ids which of them it has had.
 */
function deviceAfter(arrival: Arrival): Partial<Meta> {
  const isUsedUp = arrival.outbox.some((queued) => isTurnedAway(queued, arrival));
  return isUsedUp ? { device: arrival.nextDevice } : {};
}

/** An older tap is not sent again by itself: the server may have forgotten that it had it. */
function isTurnedAway({ op, tappedAt }: Queued, { reply, heardAt }: Arrival): boolean {
  const outcome = reply.outcomes.find((one) => one.op === op);
  const isOutOfOrder = outcome?.result === 'refused' && outcome.refusal.code === 'out-of-order';
  return isOutOfOrder && heardAt - tappedAt < OFFLINE_DAYS * 24 * 60 * 60_000;
}

/** Ops whose effect has landed leave the outbox, refused ones move to their list, the rest waits on. */
function settle(stores: Stores, arrival: Arrival): Pick<Landed, 'outbox' | 'refused'> {
  const { outbox, reply } = arrival;
  const outcomes = new Map(reply.outcomes.map((outcome) => [outcome.op, outcome]));
  for (const queued of outbox) if (isTurnedAway(queued, arrival)) outcomes.delete(queued.op);
  const refused: Refused[] = [];
  const left: Queued[] = [];
  for (const queued of outbox) {
    const outcome = outcomes.get(queued.op);
    if (outcome?.result === 'refused') refused.push(refusedOf(queued, outcome));
    const waiting = outcome?.result === 'refused' ? undefined : waitingOn(queued, outcome?.version, reply);
    if (!waiting) stores.outbox.delete(queued.sequence);
    else if (waiting !== queued) stores.outbox.put(waiting);
    if (waiting) left.push(waiting);
  }
  for (const one of refused) stores.refused.put(one);
  return { outbox: left, refused };
}

/** An op that was done at a version; undefined once that version has landed. */
function waitingOn(queued: Queued, done: number | undefined, { cursor, reset }: News): Queued | undefined {
  const version = done ?? queued.settled;
  if (version === undefined) return queued;
  if (version <= cursor) return undefined;
  const { settled: _version, ...unsent } = queued;
  // A snapshot from before the version: the server was restored from a backup, so it is sent once more.
  return done === undefined && reset ? unsent : { ...queued, settled: version };
}
