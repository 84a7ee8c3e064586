import type { FastifyReply } from 'fastify';
import type { Account, SignInReply } from '#domain/protocol/calls.ts';
import { CallError } from '../../http/call-error.ts';
import type { PresentedCredential } from '../../store/ports/store.ts';
import type { CoreContext } from './core-context.ts';
import { createPendingSecondFactors, type PresentedFirstFactor } from './pending-second-factor.ts';

/**
 * The last step of every sign-in method but the passkey: starts a session, or, if the account requires a passkey, a
 * pending second factor. Looks the account up itself, so that no method can forget to ask. Throws 'invalid-credentials'
 * if the presented credential was revoked meanwhile.
 */
export async function finishSignIn(
  context: CoreContext,
  account: Account,
  reply: FastifyReply,
  presented: PresentedFirstFactor,
): Promise<SignInReply> {
  const requiresPasskey = async () =>
    (await context.store.accountByUid(account.uid))?.passkeyRequiredAt != null;
  const started = (await requiresPasskey())
    ? undefined
    : await startSession(context, account, reply, presented);
  if (started) return started;
  // Checked again: the requirement may have been turned on since the first look.
  const pending = (await requiresPasskey()) && createPendingSecondFactors(context);
  if (pending && (await pending.start(account.uid, reply, presented))) return { next: 'passkey' };
  throw new CallError('invalid-credentials');
}

/** Returns undefined if the account was deleted or the presented credential was revoked meanwhile. */
export async function startSession(
  { sessions, trustedBrowsers }: CoreContext,
  { uid, household, email }: Account,
  reply: FastifyReply,
  presented: PresentedCredential,
): Promise<{ account: Account } | undefined> {
  if (!(await sessions.start(uid, reply, presented))) return undefined;
  await trustedBrowsers.remember(uid, reply);
  return { account: { uid, household, email } };
}
