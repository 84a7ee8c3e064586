import type { Id } from '#domain/ids.ts';
import { RESTORE_DAYS } from '#domain/limits.ts';
import { childOf, documentId } from '#domain/paths.ts';
import type { Op, SyncRequest } from '#domain/protocol/sync.ts';
import { DAY_MS } from '#domain/time.ts';
import {
  type Batch,
  type LogWrite,
  type Restored,
  SERVER_DEVICE,
  type Store,
  type Transaction,
} from '../../store/ports/store.ts';
import { applyOps, applyStep, OPS_PER_STEP, placeOp } from '../apply-ops.ts';
import type { Applied, Sender } from '../unit-of-work.ts';
import { applyRestoredOps } from './apply-restored-ops.ts';
import { MOST_OPS } from './replay.ts';
import { baseOf, childOfArgs, isForGood, logBase, logOp, savingLog } from './restore-log.ts';

/** Phones may return for this long after a restore, in ms. */
const RETURN_MS = RESTORE_DAYS * DAY_MS;

export function keepsLog(restored: Restored | undefined, now: number): restored is Restored {
  return restored !== undefined && now < restored.at + RETURN_MS;
}

/** Replaces `applyOps` while phones may return with ops that the backup lacks (decision 0046). */
export async function applyAfterRestore(
  store: Store,
  request: SyncRequest,
  sender: Sender,
): Promise<Applied> {
  const applied = await applyOps(store, request, sender, applyStepAfterRestore);
  if (request.ops.length > 0 && countTowardsFold(request)) await fold(store, request.household, sender);
  return applied;
}

const applyStepAfterRestore: typeof applyStep = async (transaction, request, sender) => {
  const again = leading(request.ops.slice(0, OPS_PER_STEP), isInserted);
  if (again.length > 0) {
    const applied = await applyRestoredOps(transaction, request, again, sender);
    return { ...applied, rest: request.ops.slice(again.length) };
  }
  const others = leading(request.ops, (op) => !isInserted(op));
  return applyStep(logging(transaction, request, sender), request, sender, others.length);
};

/** Ops about a profile are not replayed: they count in the order of arrival. */
function isInserted({ again, args }: Op): boolean {
  return again !== undefined && childOfArgs(args) !== undefined;
}

function leading(ops: readonly Op[], is: (op: Op) => boolean): readonly Op[] {
  const end = ops.findIndex((op) => !is(op));
  return end < 0 ? ops : ops.slice(0, end);
}

/** Logs what it saves, for phones that return later. */
function logging(transaction: Transaction, request: SyncRequest, sender: Sender): Transaction {
  let loaded: Awaited<ReturnType<Transaction['load']>>;
  return {
    ...transaction,
    load: async (reads) => {
      loaded = await transaction.load(reads);
      return loaded;
    },
    save: (batch) => {
      const below = batch.documents.filter(({ path }) => path.startsWith('children/'));
      const cleared = below.filter(({ path, document }) => !document && childOf(path) === path);
      return savingLog(transaction, [
        ...cleared.map(({ path }) => ({ child: documentId(path) })),
        ...below.map(({ path }) => logBase(path, baseOf(loaded, path))),
        ...request.ops.flatMap((op) => opRow(op, batch, request, sender) ?? []),
      ]).save(batch);
    },
  };
}

/** Nothing for a refused op, or one about a profile; a removal for good clears the child's log. */
function opRow(op: Op, batch: Batch, request: SyncRequest, sender: Sender): LogWrite | undefined {
  const child = childOfArgs(op.args);
  const outcome = batch.outcomes.find((one) => one.outcome.op === op.op)?.outcome;
  if (child === undefined || outcome?.result !== 'done') return undefined;
  if (isForGood(op.args)) return { child };
  const rings = batch.notices.some(({ notice }) => notice.about === op.op && notice.kind === 'first');
  const { sequence } = op;
  return logOp({
    ...placeOp(op, request, sender),
    order: outcome.version,
    sequence,
    isRecorded: true,
    rings,
  });
}

/** Ops logged by household since the last fold. */
const added = new Map<Id, number>();

/** True once a log may have outgrown one replay. */
function countTowardsFold({ household, ops }: SyncRequest): boolean {
  const count = (added.get(household) ?? 0) + ops.length;
  added.set(household, count < MOST_OPS / 2 ? count : 0);
  return count >= MOST_OPS / 2;
}

/** A replay without ops, which no device requests. */
function fold(store: Store, household: Id, sender: Sender): Promise<Applied> {
  const request = { device: SERVER_DEVICE, deviceNow: 0 };
  return store.transact(household, (transaction) => applyRestoredOps(transaction, request, [], sender));
}
