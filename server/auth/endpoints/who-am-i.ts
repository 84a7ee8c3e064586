import type { FastifyInstance } from 'fastify';
import { registerCall } from '../../http/register-call.ts';
import type { Sessions } from '../port.ts';

/** Returns the signed-in account, or null. */
export function whoAmICall(app: FastifyInstance, sessions: Sessions): void {
  registerCall(app, 'whoAmI', async (_nothing, request) => ({
    account: (await sessions.findAccount(request)) ?? null,
  }));
}
