import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { makeId } from '#domain/ids.ts';
import type { Account, Registration } from '#domain/protocol/calls.ts';
import { emailKey, firstProfile } from '#domain/protocol/registration.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { Ground } from '../auth-context.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { refuseWeakPassword } from '../passwords/weak-password.ts';

/** Creates account, household and profile in one transaction and signs in (specification, sections 4 and 5). */
export function registerAccountCall(app: FastifyInstance, ground: Ground): void {
  const { store, now, limits, passwords, mail } = ground;
  registerCall(
    app,
    'register',
    async (registration, request, reply) => {
      await limits.address(request);
      const account = newAccount(registration);
      const createdAt = isoTime(now());
      const stored = { ...account, emailKey: emailKey(registration.email), createdAt };
      if (await store.accountByEmail(stored.emailKey)) throw new CallError('email-taken');
      const passwordHash = await passwords.hash(registration.password);
      const result = await store.register({ ...stored, passwordHash }, firstProfile(registration, createdAt));
      if (result === 'email-taken') throw new CallError('email-taken');
      mail.verification(account, request, reply);
      return completeSignIn(ground, account, request, reply, { passwordHash });
    },
    { inspect: refuseWeakPassword },
  );
}

function newAccount({ email }: Registration): Account {
  return { uid: makeId(randomBytes(16)), household: makeId(randomBytes(16)), email };
}
