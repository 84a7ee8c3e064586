import type { FastifyInstance } from 'fastify';
import { emailKey } from '#domain/protocol/registration.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';
import { finishSignIn } from '../finish-sign-in.ts';
import { accountKey } from '../limits/limits.ts';

/** Signs in with e-mail and password. An unknown e-mail and a wrong password take the same work and give the same reply. */
export function logInCall(app: FastifyInstance, context: AuthContext): void {
  const { store, limits, passwords, trustedBrowsers } = context;
  registerCall(app, 'logIn', async ({ email, password }, request, reply) => {
    const stored = await store.accountByEmail(emailKey(email));
    const trustedBrowser = await trustedBrowsers.find(request, stored?.uid);
    await (trustedBrowser === undefined ? limits.countAddress(request) : limits.countTrustedAddress(request));
    const counted = await limits.countAttempt(request, accountKey(email), trustedBrowser);
    const { matches, outdated } = await passwords.check(password, stored?.passwordHash ?? undefined);
    if (!stored?.passwordHash || !matches) throw new CallError('invalid-credentials');
    if (trustedBrowser !== undefined) await limits.countSuccess(stored.uid);
    await limits.reset(counted);
    const rehashed = outdated ? await passwords.hash(password) : undefined;
    // If a new password was chosen during the hashing, this one neither replaces it nor signs in.
    if (rehashed !== undefined && !(await store.setPassword(stored.uid, rehashed, stored.passwordHash)))
      throw new CallError('invalid-credentials');
    const passwordHash = rehashed ?? stored.passwordHash;
    return finishSignIn(context, stored, request, reply, { passwordHash });
  });
}
