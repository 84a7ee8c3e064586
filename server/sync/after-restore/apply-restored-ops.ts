import type { Accepted, Decision, Notice } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Op } from '#domain/protocol/sync.ts';
import { DAY_MS } from '#domain/time.ts';
import type { LogWrite, Transaction } from '../../store/ports/store.ts';
import { placeOp, type SendingDevice } from '../apply-ops.ts';
import { type Applied, nextVersion, type Sender, UnitOfWork } from '../unit-of-work.ts';
import { type Replayed, replay } from './replay.ts';
import { childOfArgs, isForGood, type LoggedOp, logOp, RestoreLog, savingLog } from './restore-log.ts';

/** In ms: a phone may claim an order this far ahead, since the server's clock may have been set back. */
const MOST_AHEAD = DAY_MS;

/**
 * Inserts ops from before the restore where they were first decided, and replays their children's log
 * (decision 0046). Only ops new to every server notify.
 */
export async function applyRestoredOps(
  transaction: Transaction,
  request: SendingDevice,
  ops: readonly Op[],
  sender: Sender,
): Promise<Applied> {
  const { device } = request;
  const children = new Set(ops.flatMap(({ args }) => childOfArgs(args) ?? []));
  const [state, rows] = await Promise.all([
    transaction.begin(
      device,
      ops.map(({ op }) => op),
    ),
    transaction.restoreLog(ops.length > 0 ? [...children] : undefined),
  ]);
  const log = new RestoreLog(rows);
  const unitOfWork = new RestoredWork(state, sender.receivedAt);
  const orders = ops.map((op) => claimedOrder(op, sender) ?? 0);
  // Above all claimed orders, in case the clock was set back.
  const version = Math.max(
    nextVersion(state.version, sender.receivedAt),
    ...orders.map((order) => order + 1),
  );
  const known = new Set<Id>(log.ops.map(({ op }) => op));
  const fresh = ops
    .filter(({ op }) => !state.outcomes.has(op) && !known.has(op))
    .map((op) => logged(op, request, sender, version));
  const replayed = await replay(transaction, log, fresh, sender);
  if (fresh.length > 0 || replayed.changes.length > 0) unitOfWork.raise(version);
  for (const { path, after } of replayed.changes)
    unitOfWork.write(after ? { put: path, document: after } : { remove: path });
  unitOfWork.log(...replayed.log, ...cleared(fresh, replayed));
  for (const op of log.ops) settle(op, replayed, unitOfWork, sender.receivedAt);
  const placed = new Map([...log.ops, ...fresh].map((op) => [op.op, op]));
  for (const op of ops) answer(op, placed.get(op.op), replayed, unitOfWork);
  const sent = new Set(ops.filter((op) => op.again?.sent).map(({ op }) => op));
  for (const op of fresh) keep(op, sent.has(op.op), replayed, unitOfWork);
  const sizes = state.sizes.copy();
  for (const { path, before, after } of replayed.changes) sizes.count(path, before, after);
  return unitOfWork.save(transaction, device, sender, sizes);
}

/** Its ops wait in the log, or were decided in an earlier request. */
class RestoredWork extends UnitOfWork {
  readonly #log: LogWrite[] = [];

  log(...writes: readonly LogWrite[]): void {
    this.#log.push(...writes);
  }

  /** A dormant op waits in the log for what another phone brings. */
  defer({ op }: Op): void {
    this.outcomes.push({ op, result: 'done', version: this.version, dormant: true });
  }

  /** For a dormant op of an earlier request. */
  recordLate({ op, sequence }: LoggedOp): void {
    this.recorded.push({ outcome: { op, result: 'done', version: this.version }, sequence });
  }

  protected override get isEmpty(): boolean {
    return super.isEmpty && this.#log.length === 0;
  }

  override save(...[transaction, ...rest]: Parameters<UnitOfWork['save']>): Promise<Applied> {
    return super.save(savingLog(transaction, this.#log), ...rest);
  }
}

/** The phone's claim of when it was first decided, bounded; undefined if never sent. */
function claimedOrder({ again }: Op, { receivedAt }: Sender): number | undefined {
  const { sent } = again ?? {};
  return sent && Math.min(Math.max(sent.version ?? 0, sent.receivedAt), receivedAt + MOST_AHEAD);
}

function logged(op: Op, request: SendingDevice, sender: Sender, version: number): LoggedOp {
  const order = claimedOrder(op, sender) ?? version;
  const { sequence } = op;
  return { ...placeOp(op, request, sender), order, sequence, isRecorded: false, rings: false };
}

/** A refused op waits in the log for a later effect, unless its child is gone for good. */
function answer(op: Op, placed: LoggedOp | undefined, replayed: Replayed, unitOfWork: RestoredWork): void {
  const decision = replayed.decisions.get(op.op);
  if (unitOfWork.answerIfKnown(op) || !placed) return;
  if (placed.isRecorded) unitOfWork.outcomes.push({ op: op.op, result: 'done', version: unitOfWork.version });
  else if (decision === 'failed') unitOfWork.refuseUnrecorded(op, 'failed');
  else if (isFinal(decision)) unitOfWork.refuse(op, decision.refusal);
  else if (decision?.accepted || replayed.isRemoved(childOfArgs(op.args) ?? '')) {
    const since = decision?.accepted ? decision.since : undefined;
    unitOfWork.record(op, {
      op: op.op,
      result: 'done',
      version: unitOfWork.version,
      ...(since !== undefined && { since }),
    });
    if (decision?.accepted) unitOfWork.collectNotices(op, decision, childOfArgs(op.args));
  } else unitOfWork.defer(op);
}

/** No returning phone can make invalid arguments valid. */
function isFinal(decision: Decision | undefined): decision is Decision & { accepted: false } {
  if (!decision || decision.accepted) return false;
  return ['invalid-arguments', 'unknown-command'].includes(decision.refusal.code);
}

function keep(
  op: LoggedOp,
  wasSent: boolean,
  { decisions, folded, isRemoved: isGone }: Replayed,
  unitOfWork: RestoredWork,
): void {
  const decision = decisions.get(op.op);
  if (folded.has(op.op) || decision === 'failed' || isFinal(decision) || isGone(childOfArgs(op.args) ?? ''))
    return;
  const isRecorded = decision?.accepted === true;
  unitOfWork.log(logOp({ ...op, isRecorded, rings: isRecorded && !wasSent && rings(decision) }));
}

/** Records a dormant op that took effect; cancels, within a day, the notice of a tap that lost its effect. */
function settle(op: LoggedOp, { decisions, folded }: Replayed, unitOfWork: RestoredWork, now: number): void {
  const decision = decisions.get(op.op);
  if (decision === undefined || decision === 'failed') return;
  if (decision.accepted && !op.isRecorded) {
    op.isRecorded = true;
    unitOfWork.recordLate(op);
    if (!folded.has(op.op)) unitOfWork.log(logOp(op));
  }
  if (!op.rings || (decision.accepted && rings(decision)) || now - Date.parse(op.receivedAt) > DAY_MS) return;
  unitOfWork.notify([cancelled(op)], childOfArgs(op.args));
}

/** Ends the log of removed children, and of those with a person removed for good. */
function cleared(fresh: readonly LoggedOp[], { decisions, changes }: Replayed): { child: Id }[] {
  const forGood = fresh.flatMap(({ op, args }) => {
    const decision = decisions.get(op);
    const isAccepted = decision !== 'failed' && decision?.accepted;
    return isAccepted && isForGood(args) ? [{ child: childOfArgs(args) ?? '' }] : [];
  });
  const removed = changes.flatMap(({ path, after }) =>
    !after && path.split('/').length === 2 ? [{ child: path.slice(path.indexOf('/') + 1) }] : [],
  );
  return [...forGood, ...removed];
}

function rings({ notices }: Accepted): boolean {
  return notices.some(({ kind }) => kind === 'first');
}

/** Matches by op alone; recipient and name are placeholders. */
function cancelled({ op, at }: LoggedOp): Notice {
  return { about: op, kind: 'cancelled', recipient: { userId: '' }, name: '', status: 'out', at };
}
