import type { Decision, PreparedCommand, ReadSet } from '#domain/command.ts';
import { Draft } from '#domain/draft.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Change, Op, Outcome, SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import type { SyncState, Transaction } from '../store/port.ts';
import { firstOps, OPS_PER_STEP } from './first-ops.ts';
import { type BatchRules, Ledger } from './ledger.ts';
import { type OpSender, prepareOp } from './prepare-op.ts';

/** The sender of the ops and the server's context for the rules. Times in ms. */
export interface Sender extends BatchRules, OpSender {
  /** Called when a rule crashed. */
  onCrash: (error: unknown, command: string) => void;
}

export interface Applied {
  outcomes: Outcome[];
  /** Those of them that earlier requests had. */
  known: SyncState['outcomes'];
  /** The op that was sent again and waits for what other phones bring; the ops after it wait too. */
  held: SyncReply['held'];
  hasNotices: boolean;
  /** The notices that a cap kept from being sent. */
  withheld: number;
  /**
   * Everything that changed in the household after the version `since`; undefined if nothing was saved. Without `changes`
   * others changed it too, and the feed tells.
   */
  saved: { since: number; changes: Change[] | undefined; cursor: number } | undefined;
}

/** The ops that are left are too many together with those before them, or load too much. */
type Step = Applied & { rest: readonly Op[] };

/**
 * Decides a request's ops in order, in one transaction, or the first of them that load few visits. A known op gets its earlier
 * outcome. A rule that crashes, a sequence that runs backwards (a phone restored from a backup), or an op that is held ends the
 * request: the ops before it are saved, and the ops after it wait for the next one.
 */
export async function applyOps(
  transaction: Transaction,
  request: SyncRequest,
  sender: Sender,
): Promise<Step> {
  const { device } = request;
  const next = request.ops.slice(0, OPS_PER_STEP).map((op) => {
    const step = orCrash(() => prepareOp(op, request, sender));
    return { op, step, reads: readsOf(step) };
  });
  const ops = firstOps(next);
  const ids = ops.map(({ op }) => op.op);
  // Both at once, in one round trip: the documents that a known op once read are read in vain, but that is rare.
  const [state, documents] = await Promise.all([
    transaction.begin(device, ids),
    transaction.load(ops.flatMap(({ reads }) => reads)),
  ]);
  const draft = new Draft(documents, state.sizes);
  const ledger = new Ledger(state);
  let rest = request.ops.slice(ops.length);
  for (const { op, step } of ops) {
    if (ledger.isRepeated(op)) continue;
    // Of what is sent again only the ledger knows if later taps of its device came before it.
    const isBehind = op.again !== undefined && !ledger.isInOrder(op);
    const known = isBehind ? orCrash(() => prepareOp(op, request, sender, isBehind)) : step;
    if (decide(op, known, draft, ledger, sender)) continue;
    rest = [];
    break;
  }
  const batch = ledger.batch(device, sender);
  if (batch) await transaction.save({ ...batch, sizes: draft.sizes });
  const saved = batch && { since: state.version, changes: ledger.changes(), cursor: batch.version };
  const { outcomes, held, hasNotices, withheld } = ledger;
  return { outcomes, known: state.outcomes, held, hasNotices, withheld, saved, rest };
}

/** Enters one op in the ledger; returns false if it ends the request. */
function decide(
  op: Op,
  step: PreparedCommand | Refusal | Crash,
  draft: Draft,
  ledger: Ledger,
  { onCrash }: Sender,
): boolean {
  // An op that is sent again may have waited for another phone.
  if (!op.again && !ledger.isInOrder(op)) {
    ledger.refuseUnrecorded(op, 'out-of-order');
    return false;
  }
  const decision = step instanceof Crash ? step : orCrash(() => draft.decide(step));
  if (decision instanceof Crash) {
    onCrash(decision.error, op.name);
    ledger.refuseUnrecorded(op, 'failed');
    return false;
  }
  if (mustWait(op, decision)) {
    ledger.hold(op);
    return false;
  }
  if (decision.accepted) ledger.accept(op, decision);
  else ledger.refuse(op, decision.refusal);
  return true;
}

/** True for an op that was done once, as long as it would not do the same: what came before it is still missing. */
function mustWait({ again }: Op, decision: Decision): boolean {
  if (!again || again.last) return false;
  const isIdle = decision.accepted && decision.writes.length === 0;
  return !decision.accepted || isIdle !== (again.idle ?? false);
}

/** An error thrown by a rule: a bug, not a refusal. */
class Crash {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

function orCrash<T>(run: () => T): T | Crash {
  try {
    return run();
  } catch (error) {
    return new Crash(error);
  }
}

function readsOf(step: PreparedCommand | Refusal | Crash): ReadSet[] {
  return 'reads' in step ? [step.reads] : [];
}
