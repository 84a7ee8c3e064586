import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LogIn, SignInReply } from '#domain/protocol/calls.ts';
import { CallError } from '../../http/call-error.ts';
import type { StoredAccount } from '../../store/ports/store.ts';
import type { AuthContext } from '../core/auth-context.ts';
import { finishSignIn } from '../core/finish-sign-in.ts';
import { accountKey } from '../core/limits/limits.ts';

/** An account by its e-mail, and the hash of the browser's token if the account trusts it. */
export interface Claimed {
  stored: StoredAccount | undefined;
  trustedBrowser: string | undefined;
}

/**
 * Checks a password within the limits of the account, and signs in. The caller has counted the address. Throws
 * 'invalid-credentials', after the same work for an unknown e-mail, and 'too-many-requests'.
 */
export async function signInByPassword(
  context: AuthContext,
  { email, password }: LogIn,
  { stored, trustedBrowser }: Claimed,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInReply> {
  const { store, limits, passwords } = context;
  const counted = await limits.countAttempt(request, accountKey(email), trustedBrowser);
  const { matches, outdated } = await passwords.check(password, stored?.passwordHash ?? undefined);
  if (!stored?.passwordHash || !matches) throw new CallError('invalid-credentials');
  if (trustedBrowser !== undefined) await limits.countSuccess(stored.uid);
  await limits.reset(counted);
  const rehashed = outdated ? await passwords.hash(password) : undefined;
  // If a new password was chosen during the hashing, this one neither replaces it nor signs in.
  if (rehashed !== undefined && !(await store.setPassword(stored.uid, rehashed, stored.passwordHash)))
    throw new CallError('invalid-credentials');
  const passwordHash = rehashed ?? stored.passwordHash;
  return finishSignIn(context, stored, request, reply, { passwordHash });
}
