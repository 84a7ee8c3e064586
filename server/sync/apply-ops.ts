import type { Context, Decision, PreparedCommand, ReadSet } from '#domain/command.ts';
import { prepare } from '#domain/commands/catalogue.ts';
import { Draft } from '#domain/draft.ts';
import type { Id } from '#domain/ids.ts';
import { type Path, visitorPath } from '#domain/paths.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Op, SyncRequest } from '#domain/protocol/sync.ts';
import { resolveTapTime } from '#domain/resolve-tap-time.ts';
import { DAY_MS, isoTime, OFFLINE_DAYS } from '#domain/time.ts';
import {
  type FeedStore,
  type HouseholdStore,
  StoreUnavailable,
  type Transaction,
} from '../store/ports/store.ts';
import { type Applied, type Sender, UnitOfWork } from './unit-of-work.ts';

/**
 * Steps keep one request from holding the event loop. After a failure earlier steps stay, and the phone
 * resends everything.
 */
export async function applyOps(
  store: HouseholdStore & FeedStore,
  request: SyncRequest,
  sender: Sender,
  apply: (transaction: Transaction, request: SyncRequest, sender: Sender) => Promise<Step> = applyStep,
): Promise<Applied> {
  let applied: Applied = NOTHING;
  for (let ops: SyncRequest['ops'] = request.ops; ops.length > 0; ) {
    const left = { ...request, ops };
    const step = await store.transact(request.household, async (transaction) => {
      const done = await apply(transaction, left, sender);
      requireEpoch(store, request);
      return done;
    });
    applied = joined(applied, step);
    ops = [...step.rest];
  }
  return applied;
}

const NOTHING: Applied = { outcomes: [], known: new Map(), hasNotices: false, withheld: 0, saved: undefined };

/** Throws StoreUnavailable if another database took over: the resent request then meets a new epoch. */
function requireEpoch(store: FeedStore, { epoch }: SyncRequest): void {
  if (epoch !== undefined && epoch !== store.epoch())
    throw new StoreUnavailable('another database took over');
}

function joined(one: Applied, next: Applied): Applied {
  return {
    outcomes: [...one.outcomes, ...next.outcomes],
    known: new Map([...one.known, ...next.known]),
    hasNotices: one.hasNotices || next.hasNotices,
    withheld: one.withheld + next.withheld,
    saved: one.saved && next.saved ? joinedSaved(one.saved, next.saved) : (one.saved ?? next.saved),
  };
}

type Saved = NonNullable<Applied['saved']>;

function joinedSaved(one: Saved, next: Saved): Saved {
  const { since } = one;
  const { cursor } = next;
  const isWhole = next.since === one.cursor;
  if (!isWhole || !one.changes || !next.changes) return { since, changes: undefined, cursor };
  const later = new Set(next.changes.map(({ path }) => path));
  const changes = [...one.changes.filter(({ path }) => !later.has(path)), ...next.changes];
  return { since, changes, cursor };
}

/** `rest`: ops left for the next step. */
type Step = Applied & { rest: readonly Op[] };

/**
 * Decides ops in order, in one transaction. A crash or a backward sequence (a restored phone) ends the
 * request: later ops get no outcome. At most the first `most` ops.
 */
export async function applyStep(
  transaction: Transaction,
  request: SyncRequest,
  sender: Sender,
  most = OPS_PER_STEP,
): Promise<Step> {
  const { device } = request;
  const next = request.ops.slice(0, Math.min(most, OPS_PER_STEP)).map((op) => {
    const prepared = prepareOp(placeOp(op, request, sender), sender);
    return { op, prepared, reads: 'reads' in prepared ? [prepared.reads] : [] };
  });
  const ops = firstOps(next);
  const ids = ops.map(({ op }) => op.op);
  // One round trip; it loads a known op's documents in vain, but that is rare.
  const [state, documents] = await Promise.all([
    transaction.begin(device, ids),
    transaction.load(ops.flatMap(({ reads }) => reads)),
  ]);
  const draft = new Draft(documents, state.sizes);
  const unitOfWork = new UnitOfWork(state, sender.receivedAt);
  let rest = request.ops.slice(ops.length);
  for (const { op, prepared } of ops) {
    if (unitOfWork.answerIfKnown(op) || decide(op, prepared, draft, unitOfWork, sender)) continue;
    rest = [];
    break;
  }
  return { ...(await unitOfWork.save(transaction, device, sender, draft.sizes)), rest };
}

/** False ends the request. */
function decide(
  op: Op,
  prepared: PreparedCommand | Refusal,
  draft: Draft,
  unitOfWork: UnitOfWork,
  { onCrash }: Sender,
): boolean {
  // Ops from before a restore may follow newer ones of their device.
  if (!op.again && !unitOfWork.isInOrder(op)) {
    unitOfWork.refuseUnrecorded(op, 'out-of-order');
    return false;
  }
  let decision: Decision;
  try {
    decision = draft.decide(prepared);
  } catch (error) {
    onCrash(error, op.name);
    unitOfWork.refuseUnrecorded(op, 'failed');
    return false;
  }
  if (decision.accepted) unitOfWork.accept(op, decision);
  else unitOfWork.refuse(op, decision.refusal);
  return true;
}

/** A step holds the event loop. */
export const OPS_PER_STEP = 25;

/** Counted by the most visits that the ops may load. */
const VISITS_PER_STEP = 500;

/** At least one op; ops about one visitor also load each other's neighbours. */
function firstOps<T extends { reads: readonly ReadSet[] }>(ops: readonly T[]): T[] {
  const first: T[] = [];
  const opsAbout = new Map<Path, number>();
  let visits = 0;
  for (const op of ops) {
    const [{ visitsNear } = {}] = op.reads;
    // A single op is a step however much it loads.
    if (visitsNear && ops.length > 1) {
      const visitor = visitorPath(visitsNear.visitor);
      const about = (opsAbout.get(visitor) ?? 0) + 1;
      opsAbout.set(visitor, about);
      // N ops read both ends of N ranges, each one visit more than there are ops.
      visits += 4 * about;
    }
    if (visits > VISITS_PER_STEP && first.length > 0) break;
    first.push(op);
  }
  return first;
}

export type SendingDevice = Pick<SyncRequest, 'device' | 'deviceNow'>;

export interface PlacedOp extends Omit<Context, 'e164'> {
  name: string;
  args: unknown;
}

/** An op resent after a restore keeps its first times. */
export function placeOp(
  op: Op,
  request: SendingDevice,
  { uid, receivedAt }: { uid: Id; receivedAt: number },
): PlacedOp {
  const { tappedAt, zone, estimate } = op;
  const sent = op.again?.sent ?? { deviceNow: request.deviceNow, receivedAt };
  const oldest = receivedAt - OFFLINE_DAYS * DAY_MS;
  const first = Math.max(Math.min(sent.receivedAt, receivedAt), oldest);
  const placed = resolveTapTime({ tappedAt, deviceNow: sent.deviceNow, receivedAt: first, estimate });
  return {
    name: op.name,
    args: op.args,
    op: op.op,
    actor: uid,
    device: request.device,
    at: isoTime(placed.at),
    tappedAt: isoTime(tappedAt),
    receivedAt: isoTime(first),
    zone,
    // Nobody vouches for so old a first sending.
    certainty: placed.at < oldest ? 'uncertain' : placed.certainty,
  };
}

/** A rule that throws does so in its turn. */
export function prepareOp(
  { name, args, ...context }: PlacedOp,
  { e164 }: { e164: Context['e164'] },
): PreparedCommand | Refusal {
  try {
    return prepare(name, args, { ...context, e164 });
  } catch (error) {
    return {
      reads: { paths: [] },
      decide: () => {
        throw error;
      },
    };
  }
}
