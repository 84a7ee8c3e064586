import type { FastifyInstance } from 'fastify';
import type { Sessions } from '../auth/port.ts';
import { CallError } from '../http/call-error.ts';
import { registerCall } from '../http/register-call.ts';

const CALLS = [
  ...(['parents', 'inviteParent', 'cancelInvite', 'askToJoin'] as const),
  ...(['approveParent', 'joinHousehold', 'partHousehold'] as const),
];

/** Registers the calls about the parents of a household. This server answers none of them yet: 'unavailable'. */
export function registerParentCalls(app: FastifyInstance, { sessions }: { sessions: Sessions }): void {
  for (const name of CALLS)
    registerCall(app, name, async (_message, request) => {
      await sessions.requireAccount(request);
      throw new CallError('unavailable');
    });
  registerCall(app, 'lookAtInvite', async () => {
    throw new CallError('link-expired');
  });
}
