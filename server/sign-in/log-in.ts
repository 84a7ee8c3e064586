import type { FastifyInstance } from 'fastify';
import { emailKey } from '#domain/registration.ts';
import { answer } from '../answer.ts';
import { CallError } from '../call-error.ts';
import type { Dependencies } from '../dependencies.ts';
import { checkPassword, hashPassword } from './password.ts';
import type { Sessions } from './sessions.ts';

/** Signs in: an unknown e-mail and a wrong password take the same work and give the same answer. */
export function logInCall(
  app: FastifyInstance,
  { store }: Pick<Dependencies, 'store'>,
  sessions: Sessions,
): void {
  answer(app, 'logIn', async ({ email, password }, request, reply) => {
    const stored = await store.accountByEmail(emailKey(email));
    const { fits, outdated } = await checkPassword(password, stored?.passwordHash);
    if (!stored || !fits) throw new CallError('invalid-credentials');
    if (outdated) await store.setPassword(stored.uid, await hashPassword(password));
    await sessions.begin(stored.uid, request, reply);
    return { uid: stored.uid, household: stored.household, email: stored.email };
  });
}
