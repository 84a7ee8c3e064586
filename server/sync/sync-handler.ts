import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { Notice } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import { OLDEST_PROTOCOL, PROTOCOL } from '#domain/protocol/calls.ts';
import type { Op, Outcome, SyncRequest } from '#domain/protocol/sync.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import { CallError } from '../http/call-error.ts';
import { registerCalls } from '../http/register-call.ts';
import { dropStalled } from '../load-limits/concurrency-limit.ts';
import type { FairShareOfAddress } from '../load-limits/fair-share.ts';
import { FAIR_SHARE, REQUESTS } from '../load-limits/limit-numbers.ts';
import { applyAfterRestore, keepsLog } from './after-restore/apply-after-restore.ts';
import { applyOps } from './apply-ops.ts';
import { syncGate } from './sync-gate.ts';
import { changesSince } from './sync-reply.ts';
import type { Applied } from './unit-of-work.ts';

/** Up to this many, a reply fits into any connection's buffers, so no timer is needed. */
const FEW_CHANGES = 20;

/** Called after the commit. */
export interface SyncListeners {
  onNotices(): void;
  onKeepVisits(household: Id): void;
  onRemovedChild(): void;
}

export function registerSyncCall(app: FastifyInstance, context: AuthContext, listeners: SyncListeners): void {
  const { store, now, monotonicNow, config, meter, log, events, limits, e164 } = context;
  const { noticeHoldMs, pushServices } = config;
  const hasPush = pushServices.length > 0;
  const gate = syncGate(context);
  const answer = async (
    message: SyncRequest,
    uid: Id,
    reply: FastifyReply,
    addressShare: FairShareOfAddress,
  ) => {
    const { request } = reply;
    const { household } = message;
    const receivedAt = now();
    const admit = (notice: Notice) => limits.notices.admit(household, notice, monotonicNow());
    const epoch = store.epoch();
    const known = ofEpoch(message, epoch);
    const onCrash = (error: unknown, command: string) =>
      log.error({ request: request.id, command, error }, 'a rule crashed');
    const restored = store.restored();
    const isLogged = keepsLog(restored, receivedAt);
    const sender = { uid, receivedAt, noticeHoldMs, hasPush, admit, onCrash, e164 };
    const apply = isLogged ? applyAfterRestore : applyOps;
    const applied = await apply(store, known, sender).catch((error) => {
      // The phone resends these ops, so refund them.
      limits.refundOps(household, message.ops.length);
      throw error;
    });
    notifyListeners(listeners, known, applied);
    limits.refundOps(household, unanswered(message.ops, applied.outcomes));
    meter?.countOutcomes(message.ops, applied);
    const { outcomes, saved, withheld } = applied;
    const refused = outcomes.filter(isOverSize).length;
    if (withheld + refused > 0) events.recordLimits(request, uid, { withheld, refused });
    const changes = await changesSince(store, household, known, saved);
    const times = { receivedAt, serverNow: now() };
    addressShare.count(household, changes.changes.length);
    if (changes.changes.length > FEW_CHANGES) dropStalled(reply.raw);
    return { outcomes, ...changes, epoch, ...(isLogged && { restored }), ...times };
  };
  registerCalls(
    app,
    {
      async sync(message, request, reply) {
        const { ops } = message;
        const { uid, household } = gate.accountOf(request);
        if (household !== message.household) throw new CallError('other-household');
        const addressShare = limits.fairShare.from(request.ip);
        addressShare.count(household, ops.length * FAIR_SHARE.opWork);
        const wait = limits.takeOps(household, ops.length);
        if (wait > 0) {
          events.recordLimits(request, uid, { withheld: 0, refused: ops.length });
          throw new CallError('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
        }
        // Even if the client left: ops are rate-limited, and no tap waits for a new connection.
        const isAborted = () => ops.length === 0 && reply.raw.destroyed;
        return addressShare.runInTurn(household, () => answer(message, uid, reply, addressShare), isAborted);
      },
    },
    { bodyLimit: REQUESTS.largestSync, onRequest: gate.enter, inspect: checkProtocol },
  );
}

function isOverSize(outcome: Outcome): boolean {
  return outcome.result === 'refused' && outcome.refusal.code.startsWith('too-many-');
}

/** The phone resends ops without an outcome. */
function unanswered(ops: readonly Op[], outcomes: readonly Outcome[]): number {
  if (outcomes.length === ops.length) return 0;
  const answered = new Set(outcomes.map(({ op }) => op));
  return ops.filter(({ op }) => !answered.has(op)).length;
}

/**
 * Another epoch gets a snapshot first: the acknowledged taps that the phone then resends precede its new ops
 * (decision 0046). Older pages send no epoch.
 */
function ofEpoch(message: SyncRequest, epoch: Id): SyncRequest {
  if (message.epoch === undefined || message.epoch === epoch) return message;
  return { ...message, cursor: null, history: undefined, ops: [] };
}

function notifyListeners(
  { onNotices, onKeepVisits, onRemovedChild }: SyncListeners,
  { household, ops }: SyncRequest,
  { hasNotices }: Applied,
): void {
  if (hasNotices) onNotices();
  if (ops.some(({ name }) => name === 'keepVisits')) onKeepVisits(household);
  if (ops.some(({ name }) => name === 'deleteChild')) onRemovedChild();
}

const protocolSchema = v.object({ protocol: v.pipe(v.number(), v.integer()) });

/** Before validation: other versions may send another form. */
function checkProtocol(message: unknown): void {
  const parsed = v.safeParse(protocolSchema, message);
  if (!parsed.success) return;
  if (parsed.output.protocol < OLDEST_PROTOCOL) throw new CallError('page-too-old');
  if (parsed.output.protocol > PROTOCOL) throw new CallError('page-too-new');
}
