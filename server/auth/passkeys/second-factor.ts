import type { FastifyReply } from 'fastify';
import type { Account } from '#domain/protocol/calls.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import type { PresentedCredential } from '../../store/ports/store.ts';
import { startSession } from '../core/finish-sign-in.ts';
import type { PendingSecondFactor } from '../core/pending-second-factor.ts';
import type { PasskeyContext } from './passkey-context.ts';
import { findRecoveryCode } from './recovery-codes.ts';
import { createRequestOptions, verifyPasskey } from './verify.ts';

/** The second factor of a sign-in to an account that requires a passkey: a passkey or a recovery code. */
export function secondFactorCalls(context: PasskeyContext): Handlers {
  const { store, pendingSecondFactors, events } = context;
  return {
    async pendingSecondFactor(_nothing, request) {
      const pending = await pendingSecondFactors.find(request);
      if (!pending) return { pending: null };
      const [passkeys, codes] = await Promise.all([
        store.credentialsOf(pending.uid, 'passkey'),
        store.credentialsOf(pending.uid, 'recovery-code'),
      ]);
      return { pending: { passkey: passkeys.length > 0, code: codes.length > 0 } };
    },
    async secondFactorOptions(_nothing, request) {
      const { uid, hash } = await pendingSecondFactors.require(request);
      return createRequestOptions(context, { name: 'second-step', boundTo: hash }, uid);
    },
    async secondFactor({ response }, request, reply) {
      const pending = await pendingSecondFactors.countAttempt(request);
      events.about(request, pending.uid);
      const { uid, hash } = pending;
      const purpose = { name: 'second-step', boundTo: hash } as const;
      const { credential } = await verifyPasskey(context, request, { response, purpose, owner: uid });
      return finishSecondFactor(context, pending, reply, { credential });
    },
    async secondFactorByCode({ code }, request, reply) {
      const pending = await pendingSecondFactors.countAttempt(request);
      events.about(request, pending.uid);
      const credential = await findRecoveryCode(store, pending.uid, code);
      if (!credential) throw new CallError('code-refused');
      // The session uses the code up together with the pending second factor: of many codes at once, one.
      const signedIn = await finishSecondFactor(context, pending, reply, { credential });
      return { ...signedIn, codesLeft: (await store.credentialsOf(pending.uid, 'recovery-code')).length };
    },
    async leaveSecondFactor(_nothing, _request, reply) {
      await pendingSecondFactors.cancel(reply);
      return {};
    },
  };
}

/** Uses the pending second factor up and starts the session. Of two concurrent requests one throws 'second-factor-over'. */
async function finishSecondFactor(
  context: PasskeyContext,
  { uid, hash }: PendingSecondFactor,
  reply: FastifyReply,
  presented: Pick<PresentedCredential, 'credential'>,
): Promise<{ account: Account }> {
  const account = await context.store.accountByUid(uid);
  const factors = { ...presented, passkey: true, pendingSecondFactor: hash } as const;
  const signedIn = account && (await startSession(context, account, reply, factors));
  if (!signedIn) throw new CallError('second-factor-over');
  context.pendingSecondFactors.clearCookie(reply);
  return signedIn;
}
