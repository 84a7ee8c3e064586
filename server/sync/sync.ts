import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import { type Account, PROTOCOL } from '#domain/protocol/calls.ts';
import type { SyncRequest } from '#domain/protocol/sync.ts';
import type { Sessions } from '../auth/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { CallError } from '../http/call-error.ts';
import { registerCall } from '../http/register-call.ts';
import { type Applied, applyOps } from './apply-ops.ts';
import { changesSaved, changesSince } from './sync-reply.ts';
import { wholeSnapshot } from './whole-snapshot.ts';

const LARGEST_BODY = 1024 * 1024;

/** The oldest protocol that is still supported. */
const OLDEST_PROTOCOL = 1;

/** Called after a commit that queued notices, or that changed how long a household keeps its visits. */
export interface SyncListeners {
  onNotices(): void;
  onKeepVisits(household: Id): void;
}

/** Registers the sync call: applies a phone's ops and returns the changes since its cursor. */
export function registerSyncCall(
  app: FastifyInstance,
  dependencies: Dependencies,
  sessions: Sessions,
  listeners: SyncListeners,
): void {
  const { store, now } = dependencies;
  const senders = new WeakMap<FastifyRequest, Account>();
  const findSender = async (request: FastifyRequest) => {
    senders.set(request, await sessions.requireAccount(request));
  };
  registerCall(
    app,
    'sync',
    async (message, request, reply) => {
      const receivedAt = now();
      const { uid, household } = senders.get(request) ?? (await sessions.requireAccount(request));
      if (household !== message.household) throw new CallError('other-household');
      const { outcomes, saved } = await applyOf(dependencies, message, { uid, receivedAt }, listeners);
      const changes = changesSaved(message, saved) ?? (await changesSince(store, household, message, saved));
      const whole = { outcomes, ...changes, serverNow: now() };
      if (whole.people === undefined || message.inPages) return whole;
      return reply
        .type('application/json; charset=utf-8')
        .send(Readable.from(wholeSnapshot(store, household, whole), { highWaterMark: 2 })) as never;
    },
    { bodyLimit: LARGEST_BODY, beforeBody: findSender, inspect: checkProtocol },
  );
}

async function applyOf(
  { store, config, e164, log }: Dependencies,
  message: SyncRequest,
  sender: { uid: string; receivedAt: number },
  { onNotices, onKeepVisits }: SyncListeners,
): Promise<Pick<Applied, 'outcomes' | 'saved'>> {
  if (message.ops.length === 0) return { outcomes: [], saved: undefined };
  const onCrash = (error: unknown, command: string) => log.error({ command, error }, 'a rule crashed');
  const { noticeHoldMs } = config;
  const applied = await store.transact(message.household, (transaction) =>
    applyOps(transaction, message, { ...sender, noticeHoldMs, e164, onCrash }),
  );
  if (applied.hasNotices) onNotices();
  if (message.ops.some(({ name }) => name === 'keepVisits')) onKeepVisits(message.household);
  return applied;
}

const protocolSchema = v.object({ protocol: v.pipe(v.number(), v.integer()) });

/** Runs before validation: a page of another version may send messages of another form. */
function checkProtocol(message: unknown): void {
  const parsed = v.safeParse(protocolSchema, message);
  if (!parsed.success) return;
  if (parsed.output.protocol < OLDEST_PROTOCOL) throw new CallError('page-too-old');
  if (parsed.output.protocol > PROTOCOL) throw new CallError('page-too-new');
}
