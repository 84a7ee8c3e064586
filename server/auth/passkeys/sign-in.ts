import type { FastifyInstance } from 'fastify';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import { beginSession } from '../complete-sign-in.ts';
import { cookieOf } from '../sessions/cookie.ts';
import { hashIfSecret, hashOf, newSecret } from '../sessions/secret.ts';
import { CHALLENGE_MS } from './challenges.ts';
import { askForPasskey } from './options.ts';
import type { PasskeyGround } from './passkey-context.ts';
import { verifyPasskey } from './verify.ts';

/**
 * Signs in with a passkey and nothing else. No e-mail is asked for, so the options are the same for everybody and tell
 * of nobody. The passkey has verified its user: that is both steps in one.
 */
export function passkeySignInCalls(app: FastifyInstance, ground: PasskeyGround): void {
  const { store, limits, config } = ground;
  const cookie = cookieOf(config, 'framme-passkey');

  registerCall(app, 'passkeySignInOptions', async (_nothing, request, reply) => {
    await limits.address(request);
    const secret = newSecret();
    const asked = await askForPasskey(ground, { name: 'sign-in', boundTo: hashOf(secret) }, null);
    cookie.set(reply, secret, CHALLENGE_MS);
    return asked;
  });

  registerCall(app, 'signInWithPasskey', async ({ response }, request, reply) => {
    await limits.address(request);
    const boundTo = hashIfSecret(cookie.read(request));
    if (boundTo === undefined) throw new CallError('passkey-late');
    const { uid, credential } = await verifyPasskey(ground, response, { name: 'sign-in', boundTo });
    const account = await store.accountByUid(uid);
    const shown = { passkey: true, credential } as const;
    const signedIn = account && (await beginSession(ground, account, request, reply, shown));
    if (!signedIn) throw new CallError('passkey-refused');
    cookie.clear(reply);
    return signedIn;
  });
}
