import type { Decision } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Op, SyncRequest } from '#domain/protocol/sync.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Transaction } from '../store/ports/store.ts';
import { type Applied, cancelled, Ledger, nextVersion, rings } from './ledger.ts';
import { placeOp, type Sender } from './prepare-op.ts';
import { type Replayed, replay } from './replay.ts';
import { childOfArgs, type LoggedOp, logOp, RestoreLog } from './restore-log.ts';

/** A phone's order may lie ahead of this clock by so much, in ms: a server's clock may have been set back. */
const MOST_AHEAD = DAY_MS;

/**
 * Takes ops that were made before the restore into the household's log, at the place of their first decision, and decides the
 * log of their children once more. What changes by it is written at one version; only an op that no server had before notifies.
 * Each op is done, also if it has no effect until another phone returns (decision 0046).
 */
export async function applyAgain(
  transaction: Transaction,
  request: Pick<SyncRequest, 'device' | 'deviceNow'> & Partial<SyncRequest>,
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
  const ledger = new Ledger(state, sender.receivedAt);
  const orders = ops.map((op) => claimedOrder(op, sender) ?? 0);
  // Above all orders that are claimed: what comes from now on follows them, also under a clock that was set back.
  const version = Math.max(
    nextVersion(state.version, sender.receivedAt),
    ...orders.map((order) => order + 1),
  );
  const known = new Set<Id>(log.ops.map(({ op }) => op));
  const fresh = ops
    .filter(({ op }) => !state.outcomes.has(op) && !known.has(op))
    .map((op) => logged(op, request as SyncRequest, sender, version));
  const replayed = await replay(transaction, log, fresh, sender);
  if (fresh.length > 0 || replayed.changes.length > 0) ledger.raise(version);
  for (const { path, after } of replayed.changes)
    ledger.write(after ? { put: path, document: after } : { remove: path });
  ledger.log(...replayed.log, ...cleared(fresh, replayed));
  for (const op of log.ops) settle(op, replayed, ledger, sender.receivedAt);
  const placed = new Map([...log.ops, ...fresh].map((op) => [op.op, op]));
  for (const op of ops) answer(op, placed.get(op.op), replayed, ledger);
  const sent = new Set(ops.filter((op) => op.again?.sent).map(({ op }) => op));
  for (const op of fresh) keep(op, sent.has(op.op), replayed, ledger);
  const sizes = state.sizes.copy();
  for (const { path, before, after } of replayed.changes) sizes.count(path, before, after);
  return ledger.save(transaction, device, sender, sizes);
}

/** The version at which a phone says that an op was decided first; undefined if it was never sent. */
function claimedOrder({ again }: Op, { receivedAt }: Sender): number | undefined {
  const { sent } = again ?? {};
  return sent && Math.min(Math.max(sent.version ?? 0, sent.receivedAt), receivedAt + MOST_AHEAD);
}

/** The place of an op: that of its first decision, or now if it was never sent. */
function logged(op: Op, request: SyncRequest, sender: Sender, version: number): LoggedOp {
  const order = claimedOrder(op, sender) ?? version;
  const { sequence } = op;
  return { ...placeOp(op, request, sender), order, sequence, isRecorded: false, rings: false };
}

/** Answers an op of the request. One that the rulebook refuses may get its effect later, unless its child is gone for good. */
function answer(op: Op, placed: LoggedOp | undefined, replayed: Replayed, ledger: Ledger): void {
  const decision = replayed.decisions.get(op.op);
  if (ledger.answerIfKnown(op) || !placed) return;
  if (placed.isRecorded) ledger.outcomes.push({ op: op.op, result: 'done', version: ledger.version });
  else if (decision === 'failed') ledger.refuseUnrecorded(op, 'failed');
  else if (isFinal(decision)) ledger.refuse(op, decision.refusal);
  else if (decision?.accepted || replayed.isGone(childOfArgs(op.args) ?? '')) {
    const since = decision?.accepted ? decision.since : undefined;
    ledger.record(op, {
      ...{ op: op.op, result: 'done', version: ledger.version },
      ...(since !== undefined && { since }),
    });
    if (decision?.accepted) ledger.tell(op, decision, childOfArgs(op.args));
  } else ledger.defer(op);
}

/** A refusal of the arguments themselves, which nothing that returns can change. */
function isFinal(decision: Decision | undefined): decision is Decision & { accepted: false } {
  if (!decision || decision.accepted) return false;
  return ['invalid-arguments', 'unknown-command'].includes(decision.refusal.code);
}

/** Keeps a new op in the log, unless it can never have an effect. */
function keep(op: LoggedOp, wasSent: boolean, { decisions, folded, isGone }: Replayed, ledger: Ledger): void {
  const decision = decisions.get(op.op);
  if (folded.has(op.op) || decision === 'failed' || isFinal(decision) || isGone(childOfArgs(op.args) ?? ''))
    return;
  const isRecorded = decision?.accepted === true;
  ledger.log(logOp({ ...op, isRecorded, rings: isRecorded && !wasSent && rings(decision) }));
}

/** Records an op that came alive. The notice of a tap that lost its effect is not sent. */
function settle(op: LoggedOp, { decisions, folded }: Replayed, ledger: Ledger, now: number): void {
  const decision = decisions.get(op.op);
  if (decision === undefined || decision === 'failed') return;
  if (decision.accepted && !op.isRecorded) {
    op.isRecorded = true;
    ledger.recordLate(op);
    if (!folded.has(op.op)) ledger.log(logOp(op));
  }
  if (!op.rings || (decision.accepted && rings(decision)) || now - Date.parse(op.receivedAt) > DAY_MS) return;
  ledger.notify([cancelled(op)], childOfArgs(op.args));
}

/** The children whose log ends here: one that was removed, or of which a person was removed for good. */
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

/** True of the arguments of a removal for good. */
export function isForGood(args: unknown): boolean {
  return (Object(args) as { forGood?: unknown }).forGood === true;
}
