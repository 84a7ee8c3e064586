import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { makeId } from '#domain/ids.ts';
import type { Account, Registration } from '#domain/protocol/calls.ts';
import { emailKey, initialProfile } from '#domain/protocol/registration.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';
import { finishSignIn } from '../finish-sign-in.ts';
import { refuseWeakPassword } from '../passwords/weak-password.ts';

/** Creates account, household and profile in one transaction and signs in. */
export function registerAccountCall(app: FastifyInstance, context: AuthContext): void {
  const { store, now, limits, passwords, mail } = context;
  registerCall(
    app,
    'register',
    async (registration, request, reply) => {
      await limits.countAddress(request);
      const account = newAccount(registration);
      const createdAt = isoTime(now());
      const stored = { ...account, emailKey: emailKey(registration.email), createdAt };
      if (await store.accountByEmail(stored.emailKey)) throw new CallError('email-taken');
      const passwordHash = await passwords.hash(registration.password);
      const result = await store.register(
        { ...stored, passwordHash },
        initialProfile(registration, createdAt),
      );
      if (result === 'email-taken') throw new CallError('email-taken');
      mail.sendVerification(account, request, reply);
      return finishSignIn(context, account, request, reply, { passwordHash });
    },
    { inspect: refuseWeakPassword },
  );
}

function newAccount({ email }: Registration): Account {
  return { uid: makeId(randomBytes(16)), household: makeId(randomBytes(16)), email };
}
