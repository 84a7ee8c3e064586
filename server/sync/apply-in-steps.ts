import type { Id } from '#domain/ids.ts';
import type { SyncRequest } from '#domain/protocol/sync.ts';
import {
  type FeedStore,
  type HouseholdStore,
  SERVER_DEVICE,
  StoreUnavailable,
} from '../store/ports/store.ts';
import { applyAgain } from './apply-again.ts';
import { applyOps } from './apply-ops.ts';
import type { Applied } from './ledger.ts';
import type { Sender } from './prepare-op.ts';
import { MOST_OPS } from './replay.ts';

/**
 * Applies a request's ops in as many transactions as they load visits for: taps spread over a long history would hold the
 * event loop in one. What was applied before a failure stays, and the phone sends the whole request again.
 */
export async function applyInSteps(
  store: HouseholdStore & Pick<FeedStore, 'epoch'>,
  request: SyncRequest,
  sender: Sender,
): Promise<Applied> {
  let applied: Applied = NOTHING;
  for (let ops: SyncRequest['ops'] = request.ops; ops.length > 0; ) {
    const left = { ...request, ops };
    const step = await store.transact(request.household, async (transaction) => {
      const done = await applyOps(transaction, left, sender);
      requireEpoch(store, request);
      return done;
    });
    applied = joined(applied, step);
    ops = [...step.rest];
  }
  if (sender.keepsLog && request.ops.length > 0 && countTowardsFold(request))
    await store.transact(request.household, (transaction) => applyAgain(transaction, SERVER, [], sender));
  return applied;
}

const NOTHING: Applied = { outcomes: [], known: new Map(), hasNotices: false, withheld: 0, saved: undefined };

/** A fold of a household's log is no device's request. */
const SERVER = { device: SERVER_DEVICE, deviceNow: 0 };

/** The ops that this process added to the logs of households since their last fold. */
const added = new Map<Id, number>();

/** Counts a request's ops. True after so many that a household's log may have outgrown what one step replays. */
function countTowardsFold({ household, ops }: SyncRequest): boolean {
  const count = (added.get(household) ?? 0) + ops.length;
  added.set(household, count < MOST_OPS / 2 ? count : 0);
  return count >= MOST_OPS / 2;
}

/** Throws StoreUnavailable if another database has taken over since the request came: sent again, it meets a new epoch. */
function requireEpoch(store: Pick<FeedStore, 'epoch'>, { epoch }: SyncRequest): void {
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
