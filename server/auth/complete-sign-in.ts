import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account, SignInReply } from '#domain/protocol/calls.ts';
import { CallError } from '../http/call-error.ts';
import type { Shown } from '../store/sign-in-port.ts';
import type { Ground } from './auth-context.ts';
import { type FirstShown, secondStepsOf } from './pending-second-step.ts';

/**
 * The last step of every way to sign in but a passkey: begins a session under a new token, or, where the account
 * requires a passkey, none yet. It looks the account up itself, so that no way in can forget to ask. In: also what was
 * shown or set. Throws 'invalid-credentials' where that does not open the account by now.
 */
export async function completeSignIn(
  ground: Ground,
  account: Account,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: FirstShown,
): Promise<SignInReply> {
  const requiresPasskey = async () =>
    (await ground.store.accountByUid(account.uid))?.passkeyRequiredAt != null;
  const begun = (await requiresPasskey())
    ? undefined
    : await beginSession(ground, account, request, reply, shown);
  // Asked again: it may be required since a moment ago.
  const result =
    begun ?? ((await requiresPasskey()) ? await askSecondStep(ground, account, reply, shown) : undefined);
  if (!result) throw new CallError('invalid-credentials');
  return result;
}

async function askSecondStep(
  ground: Ground,
  { uid }: Account,
  reply: FastifyReply,
  shown: FirstShown,
): Promise<SignInReply | undefined> {
  return (await secondStepsOf(ground).ask(uid, reply, shown)) ? { next: 'passkey' } : undefined;
}

/** Out: undefined where the account is gone, or what was shown does not open it by now. */
export async function beginSession(
  { sessions, knownDevices }: Ground,
  { uid, household, email }: Account,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown,
): Promise<{ account: Account } | undefined> {
  if (!(await sessions.begin(uid, request, reply, shown))) return undefined;
  await knownDevices.remember(uid, request, reply);
  return { account: { uid, household, email } };
}
