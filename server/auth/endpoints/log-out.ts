import type { FastifyInstance } from 'fastify';
import { registerCall } from '../../http/register-call.ts';
import type { Sessions } from '../port.ts';

/** Ends the session, if there is one and it is the one meant. Signing out twice is not an error. */
export function logOutCall(app: FastifyInstance, sessions: Sessions): void {
  registerCall(app, 'logOut', async ({ session }, request, reply) => {
    await sessions.end(request, reply, session);
    return {};
  });
}
