import type { FastifyInstance } from 'fastify';
import { registerCall } from '../../http/register-call.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** Tells who is signed in; null where nobody is. */
export function whoAmICall(app: FastifyInstance, sessions: Sessions): void {
  registerCall(app, 'whoAmI', async (_nothing, request) => ({
    account: (await sessions.account(request)) ?? null,
  }));
}
