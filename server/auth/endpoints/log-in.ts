import type { FastifyInstance } from 'fastify';
import { emailKey } from '#domain/protocol/registration.ts';
import { registerCall } from '../../http/register-call.ts';
import type { AuthContext } from '../core/auth-context.ts';
import { signInByPassword } from './sign-in-by-password.ts';

/** Signs in with e-mail and password. An unknown e-mail and a wrong password take the same work and give the same reply. */
export function logInCall(app: FastifyInstance, context: AuthContext): void {
  const { store, limits, trustedBrowsers } = context;
  registerCall(app, 'logIn', async (credentials, request, reply) => {
    const stored = await store.accountByEmail(emailKey(credentials.email));
    const trustedBrowser = await trustedBrowsers.find(request, stored?.uid);
    await (trustedBrowser === undefined ? limits.countAddress(request) : limits.countTrustedAddress(request));
    return signInByPassword(context, credentials, { stored, trustedBrowser }, request, reply);
  });
}
