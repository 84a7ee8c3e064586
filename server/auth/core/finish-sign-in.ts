import type { FastifyReply } from 'fastify';
import type { Account, SignInReply } from '#domain/protocol/calls.ts';
import { CallError } from '../../http/call-error.ts';
import type { PresentedCredential } from '../../store/ports/store.ts';
import type { CoreContext } from './core-context.ts';

/**
 * The last step of all sign-ins but by passkey. Reads the account itself, so no method can skip the second
 * factor. Throws 'invalid-credentials'.
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
  // Checked again: the requirement may have been turned on meanwhile.
  const isPending =
    (await requiresPasskey()) && (await context.pendingSecondFactors.start(account.uid, reply, presented));
  if (isPending) return { next: 'passkey' };
  throw new CallError('invalid-credentials');
}

/** Undefined if the account was deleted or the credential revoked meanwhile. */
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

type PresentedFirstFactor = Pick<PresentedCredential, 'passwordHash' | 'credential'>;
