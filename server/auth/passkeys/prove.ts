import type { FastifyInstance } from 'fastify';
import { registerCall } from '../../http/register-call.ts';
import { askForPasskey } from './options.ts';
import type { PasskeyGround } from './passkey-context.ts';
import { verifyPasskey } from './verify.ts';

/** A passkey proves as well as the password that the account is theirs, before what needs a fresh proof. */
export function passkeyProofCalls(app: FastifyInstance, ground: PasskeyGround): void {
  const { sessions } = ground;

  registerCall(app, 'passkeyProofOptions', async (_nothing, request) => {
    const { session, account } = await sessions.requireSession(request);
    return askForPasskey(ground, { name: 'prove', boundTo: session }, account.uid);
  });

  registerCall(app, 'proveByPasskey', async ({ response }, request) => {
    const { session, account } = await sessions.requireSession(request);
    await verifyPasskey(ground, response, { name: 'prove', boundTo: session }, account.uid);
    await sessions.prove(session);
    return {};
  });
}
