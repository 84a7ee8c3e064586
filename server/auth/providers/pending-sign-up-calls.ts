import type { FastifyInstance } from 'fastify';
import { emailKey } from '#domain/protocol/registration.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import { admit } from '../core/admission.ts';
import type { AuthContext } from '../core/auth-context.ts';
import { finishSignIn } from '../core/finish-sign-in.ts';
import { createAccount, isEmailVerified } from './create-account.ts';
import { credentialName } from './linked-identities.ts';
import type { PendingSignUps } from './pending-sign-ups.ts';

/** Returns what is known of a pending sign-up, and finishes it. Throws 'newcomer-over', 'email-taken'. */
export function pendingSignUpCalls(
  app: FastifyInstance,
  context: AuthContext,
  pendingSignUps: PendingSignUps,
): void {
  registerCall(app, 'awaitedNewcomer', async (_nothing, request) => {
    const signUp = await pendingSignUps.find(request);
    if (!signUp) return { awaited: null };
    const { provider, firstName, lastName, email } = signUp;
    return { awaited: { provider, firstName, lastName, email } };
  });

  registerCall(app, 'finishProvider', async (details, request, reply) => {
    await context.limits.countAddress(request);
    const signUp = await pendingSignUps.find(request);
    if (!signUp) throw new CallError('newcomer-over');
    const invitation = await admit(context, signUp.invitation);
    if (await context.store.accountByEmail(emailKey(details.email))) throw new CallError('email-taken');
    const account = await createAccount(context, signUp, details, invitation);
    if (account === 'invitation-used') throw new CallError('invitation-needed');
    if (account === 'email-taken') throw new CallError('email-taken');
    await pendingSignUps.remove(request, reply);
    // The identity was connected meanwhile: signing in with it again finds its account.
    if (account === 'credential-taken') throw new CallError('newcomer-over');
    if (!isEmailVerified(signUp, details.email)) context.mail.sendVerification(account, request, reply);
    const credential = credentialName(signUp.subject);
    return finishSignIn(context, account, request, reply, { credential });
  });
}
