import type { FastifyInstance } from 'fastify';
import { emailKey } from '#domain/protocol/registration.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';
import { finishSignIn } from '../finish-sign-in.ts';
import { credentialName } from './linked-identities.ts';
import { createAccount, vouchesFor } from './new-account.ts';
import type { Newcomers } from './pending-sign-ups.ts';

/** What is known of a newcomer, and their account once they said the rest. Throws 'newcomer-over', 'email-taken'. */
export function newcomerCalls(app: FastifyInstance, context: AuthContext, newcomers: Newcomers): void {
  registerCall(app, 'awaitedNewcomer', async (_nothing, request) => {
    const found = await newcomers.find(request);
    if (!found) return { awaited: null };
    const { provider, firstName, lastName, email } = found;
    return { awaited: { provider, firstName, lastName, email } };
  });

  registerCall(app, 'finishProvider', async (newcomer, request, reply) => {
    await context.limits.countAddress(request);
    const stranger = await newcomers.find(request);
    if (!stranger) throw new CallError('newcomer-over');
    if (await context.store.accountByEmail(emailKey(newcomer.email))) throw new CallError('email-taken');
    const account = await createAccount(context, stranger, newcomer);
    if (account === 'email-taken') throw new CallError('email-taken');
    await newcomers.forget(request, reply);
    // Somebody was quicker with this account of the provider: it is signed in with like any other.
    if (account === 'credential-taken') throw new CallError('newcomer-over');
    if (!vouchesFor(stranger, newcomer.email)) context.mail.sendVerification(account, request, reply);
    const credential = credentialName(stranger.subject);
    return finishSignIn(context, account, request, reply, { credential });
  });
}
