import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeId } from '#domain/ids.ts';
import type { Account, Registration, SignInReply } from '#domain/protocol/calls.ts';
import { emailKey, initialProfile } from '#domain/protocol/registration.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';
import { finishSignIn } from '../finish-sign-in.ts';
import { refuseWeakPassword } from '../passwords/weak-password.ts';
import { signInByPassword } from './sign-in-by-password.ts';

/**
 * Creates account, household and profile in one transaction and signs in. If the e-mail is taken and the password is that
 * account's, it signs in: the reply to the same registration may have been lost.
 */
export function registerAccountCall(app: FastifyInstance, context: AuthContext): void {
  const { store, limits } = context;
  registerCall(
    app,
    'register',
    async (registration, request, reply) => {
      await limits.countAddress(request);
      const isTaken = await store.accountByEmail(emailKey(registration.email));
      const created = isTaken ? undefined : await create(context, registration, request, reply);
      return created ?? signInAgain(context, registration, request, reply);
    },
    { inspect: refuseWeakPassword },
  );
}

/** Returns undefined if the e-mail was taken meanwhile. */
async function create(
  context: AuthContext,
  registration: Registration,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInReply | undefined> {
  const { store, now, passwords, mail } = context;
  const account = newAccount(registration);
  const createdAt = isoTime(now());
  const passwordHash = await passwords.hash(registration.password);
  const stored = { ...account, emailKey: emailKey(registration.email), createdAt, passwordHash };
  const result = await store.register(stored, initialProfile(registration, createdAt));
  if (result === 'email-taken') return undefined;
  mail.sendVerification(account, request, reply);
  return finishSignIn(context, account, request, reply, { passwordHash });
}

/** Counts as a log-in, with its limits; a wrong password gives the reply that the specification sets, 'email-taken'. */
async function signInAgain(
  context: AuthContext,
  registration: Registration,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInReply> {
  const stored = await context.store.accountByEmail(emailKey(registration.email));
  const trustedBrowser = await context.trustedBrowsers.find(request, stored?.uid);
  const claimed = { stored, trustedBrowser };
  return signInByPassword(context, registration, claimed, request, reply).catch((error: unknown) => {
    const isWrong = error instanceof CallError && error.code === 'invalid-credentials';
    throw isWrong ? new CallError('email-taken') : error;
  });
}

function newAccount({ email }: Registration): Account {
  return { uid: makeId(randomBytes(16)), household: makeId(randomBytes(16)), email };
}
