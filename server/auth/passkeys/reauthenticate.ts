import type { FastifyInstance } from 'fastify';
import { registerCall } from '../../http/register-call.ts';
import type { PasskeyContext } from './passkey-context.ts';
import { createRequestOptions } from './request-options.ts';
import { verifyPasskey } from './verify.ts';

/** Re-authentication with a passkey instead of the password. */
export function passkeyReauthenticationCalls(app: FastifyInstance, context: PasskeyContext): void {
  const { sessions } = context;

  registerCall(app, 'passkeyProofOptions', async (_nothing, request) => {
    const { session, account } = await sessions.requireSession(request);
    return createRequestOptions(context, { name: 'prove', boundTo: session }, account.uid);
  });

  registerCall(app, 'reauthenticateByPasskey', async ({ response }, request) => {
    const { session, account } = await sessions.requireSession(request);
    await verifyPasskey(context, response, { name: 'prove', boundTo: session }, account.uid);
    await sessions.markReauthenticated(session);
    return {};
  });
}
