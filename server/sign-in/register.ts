import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { fieldProblem, passwordSchema } from '#domain/fields.ts';
import { makeId } from '#domain/ids.ts';
import type { Account, Registration } from '#domain/protocol.ts';
import { emailKey, firstProfile } from '#domain/registration.ts';
import { isoTime } from '#domain/time.ts';
import { answer } from '../answer.ts';
import { CallError } from '../call-error.ts';
import type { Dependencies } from '../dependencies.ts';
import { hashPassword } from './password.ts';
import type { Sessions } from './sessions.ts';

/** Creates account, household and profile in one transaction and signs in (specification, sections 4 and 5). */
export function registerCall(
  app: FastifyInstance,
  { store, now }: Pick<Dependencies, 'store' | 'now'>,
  sessions: Sessions,
): void {
  answer(
    app,
    'register',
    async (registration, request, reply) => {
      const account = newAccount(registration);
      const createdAt = isoTime(now());
      const stored = { ...account, emailKey: emailKey(registration.email), createdAt };
      if (await store.accountByEmail(stored.emailKey)) throw new CallError('email-taken');
      const passwordHash = await hashPassword(registration.password);
      const result = await store.register({ ...stored, passwordHash }, firstProfile(registration, createdAt));
      if (result === 'email-taken') throw new CallError('email-taken');
      await sessions.begin(account.uid, request, reply);
      return account;
    },
    { inspect: refuseWeakPassword },
  );
}

function newAccount({ email }: Registration): Account {
  return { uid: makeId(randomBytes(16)), household: makeId(randomBytes(16)), email };
}

/** A short password has an answer of its own in the error catalogue (specification, section 8). */
function refuseWeakPassword(message: unknown): void {
  const typed = v.safeParse(v.object({ password: v.string() }), message);
  if (typed.success && fieldProblem(passwordSchema, typed.output.password) === 'weak') {
    throw new CallError('weak-password', { field: 'password', problem: 'weak' });
  }
}
