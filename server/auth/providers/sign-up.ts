import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '#domain/protocol/calls.ts';
import { emailKey } from '#domain/protocol/registration.ts';
import { admit, isNotAdmitted } from '../core/admission.ts';
import type { AuthContext } from '../core/auth-context.ts';
import type { FlowContext } from './authorization-flows.ts';
import { createAccount } from './create-account.ts';
import { accountOfIdentity } from './linked-identities.ts';
import type { PendingSignUpRecord, PendingSignUps } from './pending-sign-ups.ts';
import type { ExternalIdentity, Provider } from './provider.ts';
import { outcomeUrl, pendingSignUpUrl } from './redirect-urls.ts';

export interface CallbackContext {
  context: AuthContext;
  provider: Provider;
  pendingSignUps: PendingSignUps;
}

/**
 * Creates an account if the profile is complete and its e-mail verified; otherwise asks for the missing details. Returns the
 * account to sign in to, or the page to go to.
 */
export async function signUp(
  callback: CallbackContext,
  flowContext: FlowContext,
  identity: ExternalIdentity,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Account | string> {
  const { context, provider, pendingSignUps } = callback;
  const { purpose, language, intent, invitation: secretHash } = flowContext;
  const notInvited = () => outcomeUrl(purpose, provider.id, 'not-invited', intent);
  const invitation = await admit(context, secretHash).catch(orNotAdmitted);
  if (invitation === 'not-admitted') return notInvited();
  const profile = await identity.profile();
  const { firstName, lastName, email, isVerified } = profile;
  const emailTaken = () => outcomeUrl(purpose, provider.id, 'not-connected', intent);
  // The e-mail may belong to different people there and here, so an account is never linked by its e-mail.
  if (email !== undefined && (await context.store.accountByEmail(emailKey(email)))) return emailTaken();
  const { id, issuer } = provider;
  const pending: PendingSignUpRecord = {
    provider: id,
    issuer,
    subject: identity.subject,
    ...profile,
    language,
    invitation: secretHash,
  };
  if (!firstName || !lastName || !email || !isVerified) {
    await pendingSignUps.start(pending, reply);
    return pendingSignUpUrl(intent);
  }
  const created = await createAccount(context, pending, { firstName, lastName, email }, invitation);
  if (created === 'invitation-used') return notInvited();
  if (created === 'email-taken') return emailTaken();
  if (created !== 'credential-taken')
    context.events.record(request, { event: 'registered', method: id, outcome: 'ok', uid: created.uid });
  const account =
    created === 'credential-taken' ? await accountOfIdentity(context.store, identity.subject) : created;
  return account ?? outcomeUrl(purpose, id, 'expired', intent);
}

function orNotAdmitted(error: unknown): 'not-admitted' {
  if (isNotAdmitted(error)) return 'not-admitted';
  throw error;
}
