import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { makeId } from '#domain/ids.ts';
import type { Account, CallErrorCode } from '#domain/protocol/calls.ts';
import type { SignUpDetails } from '#domain/protocol/provider-calls.ts';
import type { ProviderOutcome } from '#domain/protocol/providers.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import { isoTime } from '#domain/time.ts';
import { emailKey } from '../../email-key.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import type { Invitation } from '../../store/ports/store.ts';
import type { AuthContext } from '../auth-context.ts';
import { admit } from '../core/admission.ts';
import { finishSignIn } from '../core/finish-sign-in.ts';
import { accountOfIdentity, credentialName, identityCredential } from './linked-identities.ts';
import type { ExternalIdentity, Provider } from './provider.ts';
import type { FlowContext, PendingSignUpRecord, ProviderContext } from './provider-context.ts';
import { outcomeUrl, urlWith } from './redirect-urls.ts';

/** A string is a page that asks for missing details or shows the refusal. */
export async function signUp(
  context: ProviderContext,
  { id, issuer }: Provider,
  { purpose, language, intent, invitation: secretHash }: FlowContext,
  identity: ExternalIdentity,
  reply: FastifyReply,
): Promise<Account | string> {
  const page = (outcome: ProviderOutcome) => outcomeUrl(purpose, id, outcome, intent);
  const invitation = await admit(context, secretHash).catch(orNotAdmitted);
  if (invitation === 'not-admitted') return page('not-invited');
  const profile = await identity.profile();
  const { firstName, lastName, email, isVerified } = profile;
  // The e-mail may be another person's there, so accounts are never linked by it.
  if (email !== undefined && (await context.store.accountByEmail(emailKey(email))))
    return page('not-connected');
  const { subject } = identity;
  const pending = { provider: id, issuer, subject, ...profile, language, invitation: secretHash };
  if (!firstName || !lastName || !email || !isVerified) {
    await context.pendingSignUps.start(pending, reply);
    // Asks for details that the provider did not give.
    return urlWith('/register/finish', intent);
  }
  const created = await createAccount(context, pending, { firstName, lastName, email }, invitation);
  if (created === 'invitation-used') return page('not-invited');
  if (created === 'email-taken') return page('not-connected');
  if (created !== 'credential-taken')
    context.events.record(reply.request, {
      event: 'registered',
      method: id,
      outcome: 'ok',
      uid: created.uid,
    });
  const account = created === 'credential-taken' ? await accountOfIdentity(context.store, subject) : created;
  return account ?? page('expired');
}

const NOT_ADMITTED: readonly CallErrorCode[] = ['invitation-needed', 'registration-closed'];

function orNotAdmitted(error: unknown): 'not-admitted' {
  const isRefused = error instanceof CallError && NOT_ADMITTED.includes(error.code);
  if (isRefused) return 'not-admitted';
  throw error;
}

/** In one transaction, without a password. `details`: names and e-mail to use here. */
async function createAccount(
  { store, now }: AuthContext,
  signUp: PendingSignUpRecord,
  details: SignUpDetails,
  invitation: Invitation | undefined,
): Promise<Account | 'email-taken' | 'credential-taken' | 'invitation-used'> {
  const account = { uid: makeId(randomBytes(16)), household: makeId(randomBytes(16)), email: details.email };
  const createdAt = isoTime(now());
  const stored = {
    ...account,
    emailKey: emailKey(details.email),
    passwordHash: null,
    createdAt,
    ...(isEmailVerified(signUp, details.email) && { emailVerifiedAt: createdAt }),
  };
  const { language } = signUp;
  const profile = initialProfile({ ...details, ...(language && { language }) }, createdAt);
  const credentials = [identityCredential(signUp, account.uid, createdAt)];
  const result = await store.register(stored, profile, credentials, invitation);
  return result === 'registered' ? account : result;
}

function isEmailVerified({ email, isVerified }: PendingSignUpRecord, chosen: string): boolean {
  return isVerified && email !== undefined && emailKey(email) === emailKey(chosen);
}

/** Throws 'sign-up-over', 'email-taken'. */
export const pendingSignUpHandlers = (context: ProviderContext): Handlers => ({
  async pendingSignUp(_nothing, request) {
    const signUp = await context.pendingSignUps.find(request);
    if (!signUp) return { pending: null };
    const { provider, firstName, lastName, email } = signUp;
    return { pending: { provider, firstName, lastName, email } };
  },
  async finishSignUp(details, request, reply) {
    await context.limits.countAddress(request);
    const signUp = await context.pendingSignUps.find(request);
    if (!signUp) throw new CallError('sign-up-over');
    const invitation = await admit(context, signUp.invitation);
    if (await context.store.accountByEmail(emailKey(details.email))) throw new CallError('email-taken');
    const account = await createAccount(context, signUp, details, invitation);
    if (account === 'invitation-used') throw new CallError('invitation-needed');
    if (account === 'email-taken') throw new CallError('email-taken');
    await context.pendingSignUps.remove(reply);
    // Connected meanwhile: signing in again finds its account.
    if (account === 'credential-taken') throw new CallError('sign-up-over');
    if (!isEmailVerified(signUp, details.email)) context.mail.sendVerification(account, reply);
    const credential = credentialName(signUp.subject);
    return finishSignIn(context, account, reply, { credential });
  },
});
