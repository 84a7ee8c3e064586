import type { PreparedCommand, ReadSet, Write } from '#domain/command.ts';
import { type DocumentSource, Draft } from '#domain/draft.ts';
import { childPath, type Path, visitorPath } from '#domain/paths.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Op, SyncRequest } from '#domain/protocol/sync.ts';
import type { Transaction } from '../store/ports/store.ts';
import { applyAgain, isForGood } from './apply-again.ts';
import { type Applied, Ledger, rings } from './ledger.ts';
import { type PlacedOp, placeOp, prepareOp, type Sender } from './prepare-op.ts';
import { baseOf, childOfArgs, logBase, logOp } from './restore-log.ts';

/** `rest`: ops left for the next step, because this one reached its number of ops or of visits. */
type Step = Applied & { rest: readonly Op[] };

/**
 * Decides a request's ops in order, in one transaction, or the first of them that load few visits. A known op gets its earlier
 * outcome. A rule that crashes, or a sequence that runs backwards (a phone restored from a backup), ends the request: the ops
 * before it are saved, and the ops after it wait for the next one.
 */
export async function applyOps(
  transaction: Transaction,
  request: SyncRequest,
  sender: Sender,
): Promise<Step> {
  const { device } = request;
  const first = request.ops.slice(0, OPS_PER_STEP);
  const again = sender.keepsLog ? leading(first, isAgain) : [];
  if (again.length > 0) {
    const applied = await applyAgain(transaction, request, again, sender);
    return { ...applied, rest: request.ops.slice(again.length) };
  }
  const next = leading(first, (op) => !sender.keepsLog || !isAgain(op)).map((op) => {
    const placed = placeOp(op, request, sender);
    const step = orCrash(() => prepareOp(placed, sender));
    return { op, placed, step, reads: readsOf(step) };
  });
  const ops = firstOps(next);
  const ids = ops.map(({ op }) => op.op);
  // Both at once, in one round trip: the documents that a known op once read are read in vain, but that is rare.
  const [state, documents] = await Promise.all([
    transaction.begin(device, ids),
    transaction.load(ops.flatMap(({ reads }) => reads)),
  ]);
  const draft = new Draft(documents, state.sizes);
  const ledger = new Ledger(state, sender.receivedAt);
  let rest = request.ops.slice(ops.length);
  for (const { op, placed, step } of ops) {
    if (ledger.answerIfKnown(op)) continue;
    const decided = decide(op, step, draft, ledger, sender);
    if (sender.keepsLog && typeof decided === 'object') log(op, placed, decided, documents, ledger);
    if (decided !== 'ends') continue;
    rest = [];
    break;
  }
  return { ...(await ledger.save(transaction, device, sender, draft.sizes)), rest };
}

/** True of an op of another epoch about a child. Those about a profile are not replayed: they count in the order in which they come. */
function isAgain({ again, args }: Op): boolean {
  return again !== undefined && childOfArgs(args) !== undefined;
}

function leading(ops: readonly Op[], is: (op: Op) => boolean): readonly Op[] {
  const end = ops.findIndex((op) => !is(op));
  return end < 0 ? ops : ops.slice(0, end);
}

/** Keeps an accepted op for phones that return after a restore, with what stood before its writes. */
function log(op: Op, placed: PlacedOp, done: Done, documents: DocumentSource, ledger: Ledger): void {
  const child = childOfArgs(op.args);
  if (child === undefined) return;
  const { sequence } = op;
  const paths = done.writes.map((write) => ('put' in write ? write.put : write.remove));
  const isCleared = paths.includes(childPath(child)) && done.writes.some((write) => 'remove' in write);
  if (isForGood(op.args) || (isCleared && op.name === 'deleteChild')) {
    ledger.log({ child });
    return;
  }
  for (const path of paths) ledger.log(logBase(path, baseOf(documents, path)));
  ledger.log(logOp({ ...placed, order: ledger.version, sequence, isRecorded: true, rings: done.rings }));
}

/** The writes of an accepted op; `rings`: it queued a notice. */
interface Done {
  writes: readonly Write[];
  rings: boolean;
}

/** Enters one op in the ledger. Returns what an accepted one did, and 'ends' if it ends the request. */
function decide(
  op: Op,
  step: PreparedCommand | Refusal | Crash,
  draft: Draft,
  ledger: Ledger,
  { onCrash }: Sender,
): Done | 'refused' | 'ends' {
  // An op from before a restore may come after newer ones of its device.
  if (!op.again && !ledger.isInOrder(op)) {
    ledger.refuseUnrecorded(op, 'out-of-order');
    return 'ends';
  }
  const decision = step instanceof Crash ? step : orCrash(() => draft.decide(step));
  if (decision instanceof Crash) {
    onCrash(decision.error, op.name);
    ledger.refuseUnrecorded(op, 'failed');
    return 'ends';
  }
  if (!decision.accepted) {
    ledger.refuse(op, decision.refusal);
    return 'refused';
  }
  ledger.accept(op, decision);
  return { writes: decision.writes, rings: rings(decision) };
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

/** The most ops of one step, which holds the event loop. */
const OPS_PER_STEP = 25;

/** The most visits that one step loads, by the largest number that its ops may need. */
const VISITS_PER_STEP = 500;

/** Returns the first ops, at least one, which load few visits: those about one visitor load each other's neighbours too. */
function firstOps<T extends { reads: readonly ReadSet[] }>(ops: readonly T[]): T[] {
  const first: T[] = [];
  const opsAbout = new Map<Path, number>();
  let visits = 0;
  for (const op of ops) {
    const [{ around } = {}] = op.reads;
    // Nearly all requests are one tap, which is a step whatever it loads.
    if (around && ops.length > 1) {
      const visitor = visitorPath(around.visitor);
      const about = (opsAbout.get(visitor) ?? 0) + 1;
      opsAbout.set(visitor, about);
      // So many ops read the two ends of as many ranges, each with one visit more than there are ops.
      visits += 4 * about;
    }
    if (visits > VISITS_PER_STEP && first.length > 0) break;
    first.push(op);
  }
  return first;
}
