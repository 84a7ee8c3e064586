import type { FastifyInstance } from 'fastify';
import { emailKey } from '#domain/protocol/registration.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { Ground } from '../auth-context.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { accountNamed } from '../limits/limits.ts';

/** Signs in: an unknown e-mail and a wrong password take the same work and give the same answer. */
export function logInCall(app: FastifyInstance, ground: Ground): void {
  const { store, limits, passwords, knownDevices } = ground;
  registerCall(app, 'logIn', async ({ email, password }, request, reply) => {
    const stored = await store.accountByEmail(emailKey(email));
    const known = await knownDevices.find(request, stored?.uid);
    await (known === undefined ? limits.address(request) : limits.knownAddress(request));
    const counted = await limits.guess(request, accountNamed(email), known);
    const { fits, outdated } = await passwords.check(password, stored?.passwordHash ?? undefined);
    if (!stored?.passwordHash || !fits) throw new CallError('invalid-credentials');
    if (known !== undefined) await limits.entry(stored.uid);
    await limits.forgive(counted);
    const renewed = outdated ? await passwords.hash(password) : undefined;
    // Another may have been chosen while this one waited to be hashed: it neither takes that one's place nor signs in.
    if (renewed !== undefined && !(await store.setPassword(stored.uid, renewed, stored.passwordHash)))
      throw new CallError('invalid-credentials');
    const passwordHash = renewed ?? stored.passwordHash;
    return completeSignIn(ground, stored, request, reply, { passwordHash });
  });
}
