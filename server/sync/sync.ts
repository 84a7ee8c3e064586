import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { Notice } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import { PROTOCOL } from '#domain/protocol/calls.ts';
import type { Outcome, SyncRequest } from '#domain/protocol/sync.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import { CallError } from '../http/call-error.ts';
import { OP_WORK, type PaceOfAddress } from '../http/pace.ts';
import { registerCalls } from '../http/register-call.ts';
import { dropStalled } from '../http/slots.ts';
import { LARGEST_SYNC } from '../limits.ts';
import { NoticeCaps } from '../notices/caps.ts';
import { applyInSteps } from './apply-in-steps.ts';
import type { Applied } from './ledger.ts';
import { OpRates } from './op-rates.ts';
import { keepsLog } from './restore-log.ts';
import { SyncGate } from './sync-gate.ts';
import { changesSaved, changesSince } from './sync-reply.ts';

/** The changes of a reply that fits into the buffers of any connection: no timer waits for its reader. */
const FEW_CHANGES = 20;

/** The oldest protocol that is still supported. */
const OLDEST_PROTOCOL = 2;

/** Called after a commit that queued notices, and after ops that ask to keep visits for another time or to remove a child. */
export interface SyncListeners {
  onNotices(): void;
  onKeepVisits(household: Id): void;
  onRemovedChild(): void;
}

/** Registers the sync call: applies a phone's ops and returns the changes since its cursor. */
export function registerSyncCall(app: FastifyInstance, context: AuthContext, listeners: SyncListeners): void {
  const { store, now, uptime, config, meter, log, events, pace, e164 } = context;
  const { noticeHoldMs, pushServices } = config;
  const hasPush = pushServices.length > 0;
  const [rates, caps] = [new OpRates(config), new NoticeCaps(config.noticesPerDay)];
  const gate = new SyncGate(context);
  const answer = async (message: SyncRequest, uid: Id, reply: FastifyReply, addressPace: PaceOfAddress) => {
    const { request } = reply;
    const { household } = message;
    const receivedAt = now();
    const admit = (notice: Notice) => caps.admit(household, notice, uptime());
    const epoch = store.epoch();
    const known = ofEpoch(message, epoch);
    const onCrash = (error: unknown, command: string) =>
      log.error({ request: request.id, command, error }, 'a rule crashed');
    const restored = store.restored();
    const isKept = keepsLog(restored, receivedAt);
    const sender = { uid, receivedAt, noticeHoldMs, hasPush, admit, onCrash, keepsLog: isKept, e164 };
    const applied = await applyInSteps(store, known, sender).catch((error) => {
      // They will be sent again.
      rates.settle(household, message.ops, [], uptime());
      throw error;
    });
    tell(listeners, known, applied);
    rates.settle(household, message.ops, applied.outcomes, uptime());
    meter?.countOutcomes(message.ops, applied);
    const { outcomes, saved, withheld } = applied;
    const refused = outcomes.filter(isOverSize).length;
    if (withheld + refused > 0) events.recordLimits(request, uid, { withheld, refused });
    const changes = changesSaved(known, saved) ?? (await changesSince(store, household, known, saved));
    const times = { receivedAt, serverNow: now() };
    addressPace.count(household, changes.changes.length);
    if (changes.changes.length > FEW_CHANGES) dropStalled(reply.raw);
    return { outcomes, ...changes, epoch, ...(isKept && { restored }), ...times };
  };
  registerCalls(
    app,
    {
      async sync(message, request, reply) {
        const { ops } = message;
        const { uid, household } = gate.accountOf(request);
        if (household !== message.household) throw new CallError('other-household');
        const addressPace = pace.from(request.ip);
        addressPace.count(household, ops.length * OP_WORK);
        requireRate(rates, message, uptime(), () =>
          events.recordLimits(request, uid, { withheld: 0, refused: ops.length }),
        );
        // Ops of a phone that is gone are applied all the same: their rate is limited, and no tap waits for a new connection.
        const isGone = () => ops.length === 0 && reply.raw.destroyed;
        return addressPace.make(household, () => answer(message, uid, reply, addressPace), isGone);
      },
    },
    { bodyLimit: LARGEST_SYNC, onRequest: gate.enter, inspect: checkProtocol },
  );
}

/** True of an op that the household's size refused. */
function isOverSize(outcome: Outcome): boolean {
  return outcome.result === 'refused' && outcome.refusal.code.startsWith('too-many-');
}

/** Throws 'too-many-requests' before anything is applied, if the household sent more ops than it may. */
function requireRate(rates: OpRates, message: SyncRequest, now: number, onLimit: () => void): void {
  const { household, ops } = message;
  const wait = ops.length > 0 ? rates.count(household, ops, now) : 0;
  if (wait === 0) return;
  onLimit();
  throw new CallError('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
}

/**
 * Returns a request from a phone of another epoch as one for a snapshot, without ops: what the phone was told was stored
 * comes before them (decision 0046). An older page names no epoch.
 */
function ofEpoch(message: SyncRequest, epoch: Id): SyncRequest {
  if (message.epoch === undefined || message.epoch === epoch) return message;
  return { ...message, cursor: null, history: undefined, ops: [] };
}

function tell(
  { onNotices, onKeepVisits, onRemovedChild }: SyncListeners,
  { household, ops }: SyncRequest,
  { hasNotices }: Applied,
): void {
  if (hasNotices) onNotices();
  if (ops.some(({ name }) => name === 'keepVisits')) onKeepVisits(household);
  if (ops.some(({ name }) => name === 'deleteChild')) onRemovedChild();
}

const protocolSchema = v.object({ protocol: v.pipe(v.number(), v.integer()) });

/** Runs before validation: a page of another version may send messages of another form. */
function checkProtocol(message: unknown): void {
  const parsed = v.safeParse(protocolSchema, message);
  if (!parsed.success) return;
  if (parsed.output.protocol < OLDEST_PROTOCOL) throw new CallError('page-too-old');
  if (parsed.output.protocol > PROTOCOL) throw new CallError('page-too-new');
}
