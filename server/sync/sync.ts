import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import { PROTOCOL } from '#domain/protocol/calls.ts';
import type { Outcome, SyncRequest } from '#domain/protocol/sync.ts';
import type { Sessions } from '../auth/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { CallError } from '../http/call-error.ts';
import { registerCall } from '../http/register-call.ts';
import { applyOps } from './apply-ops.ts';
import { newsSince } from './sync-reply.ts';

const LARGEST_BODY = 1024 * 1024;

/** The oldest protocol whose messages are still understood. */
const OLDEST_PROTOCOL = 1;

/** Who is told of a commit: that it queued notices, or that a household chose how long its visits are kept. */
export interface Hearers {
  onNotices(): void;
  onKeeping(household: Id): void;
}

/** Commands in, documents out (design, section 5). */
export function syncCall(
  app: FastifyInstance,
  dependencies: Dependencies,
  sessions: Sessions,
  hearers: Hearers,
): void {
  const { store, now } = dependencies;
  registerCall(
    app,
    'sync',
    async (message, request) => {
      const receivedAt = now();
      const { uid, household } = await sessions.requireAccount(request);
      if (household !== message.household) throw new CallError('other-household');
      const outcomes = await outcomesOf(dependencies, message, { uid, receivedAt }, hearers);
      const news = await newsSince(store, household, message);
      return { outcomes, ...news, serverNow: now() };
    },
    { bodyLimit: LARGEST_BODY, inspect: checkProtocol },
  );
}

async function outcomesOf(
  { store, config, e164, log }: Dependencies,
  message: SyncRequest,
  sender: { uid: string; receivedAt: number },
  { onNotices, onKeeping }: Hearers,
): Promise<Outcome[]> {
  if (message.ops.length === 0) return [];
  const onCrash = (error: unknown, command: string) => log.error({ command, error }, 'a rule crashed');
  const { noticeHoldMs } = config;
  const { outcomes, hasNotices } = await store.transact(message.household, (transaction) =>
    applyOps(transaction, message, { ...sender, noticeHoldMs, e164, onCrash }),
  );
  if (hasNotices) onNotices();
  if (message.ops.some(({ name }) => name === 'keepVisits')) onKeeping(message.household);
  return outcomes;
}

/** Looked at first: a page of another age may send messages of another form. */
function checkProtocol(message: unknown): void {
  const spoken = v.safeParse(v.object({ protocol: v.pipe(v.number(), v.integer()) }), message);
  if (!spoken.success) return;
  if (spoken.output.protocol < OLDEST_PROTOCOL) throw new CallError('page-too-old');
  if (spoken.output.protocol > PROTOCOL) throw new CallError('page-too-new');
}
