import type { FastifyInstance } from 'fastify';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { AuthContext } from '../core/auth-context.ts';
import { accountKey } from '../core/limits/limits.ts';

/** Re-authentication with the password, for changes that an unlocked phone in the wrong hands must not make. */
export function reauthenticateCall(app: FastifyInstance, context: AuthContext): void {
  const { store, sessions, limits, passwords, trustedBrowsers } = context;
  registerCall(app, 'reauthenticate', async ({ password }, request) => {
    const { session, account } = await sessions.requireSession(request);
    const stored = await store.accountByUid(account.uid);
    const trustedBrowser = await trustedBrowsers.find(request, account.uid);
    await limits.countTrustedAddress(request);
    const counted = await limits.countAttempt(request, accountKey(account.email), trustedBrowser);
    const { matches } = await passwords.check(password, stored?.passwordHash ?? undefined);
    if (!matches) throw new CallError('invalid-credentials');
    await limits.countSuccess(account.uid);
    await limits.reset(counted);
    await sessions.markReauthenticated(session);
    return {};
  });
}
