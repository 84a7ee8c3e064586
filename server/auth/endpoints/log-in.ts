import type { FastifyReply } from 'fastify';
import type { LogIn, SignInReply } from '#domain/protocol/calls.ts';
import { emailKey } from '../../email-key.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import type { StoredAccount } from '../../store/ports/store.ts';
import type { AuthContext } from '../auth-context.ts';
import { finishSignIn } from '../core/finish-sign-in.ts';
import { accountKey } from '../core/limits/limits.ts';

export const logInCalls = (context: AuthContext): Handlers => ({
  /** Signs in with e-mail and password. An unknown e-mail and a wrong password take the same work and give the same reply. */
  async logIn(credentials, request, reply) {
    const { store, limits, trustedBrowsers } = context;
    const stored = await store.accountByEmail(emailKey(credentials.email));
    const trustedBrowser = await trustedBrowsers.find(request, stored?.uid);
    await (trustedBrowser === undefined ? limits.countAddress(request) : limits.countTrustedAddress(request));
    return signInByPassword(context, credentials, { stored, trustedBrowser }, reply);
  },
  /** Re-authentication with the password, for changes that an unlocked phone in the wrong hands must not make. */
  async reauthenticate({ password }, request) {
    const { store, sessions, limits, passwords, trustedBrowsers } = context;
    const { session, account } = await sessions.requireSession(request);
    const stored = await store.accountByUid(account.uid);
    const trustedBrowser = await trustedBrowsers.find(request, account.uid);
    await limits.countTrustedAddress(request);
    const counted = await limits.countAttempt(request, accountKey(account.email), trustedBrowser);
    const { matches } = await passwords.check(password, stored?.passwordHash ?? undefined);
    if (!matches) throw new CallError('invalid-credentials');
    await limits.countSuccess(account.uid);
    await limits.reset(counted);
    await sessions.markReauthenticated(session);
    return {};
  },
  /** Ends the session, if there is one and it is the one meant. Signing out twice is not an error. */
  async logOut({ session }, _request, reply) {
    await context.sessions.end(reply, session);
    return {};
  },
  /** Returns the signed-in account, or null. */
  async whoAmI(_nothing, request) {
    return { account: (await context.sessions.findAccount(request)) ?? null };
  },
});

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
  reply: FastifyReply,
): Promise<SignInReply> {
  const { store, limits, passwords } = context;
  const counted = await limits.countAttempt(reply.request, accountKey(email), trustedBrowser);
  const { matches, outdated } = await passwords.check(password, stored?.passwordHash ?? undefined);
  if (!stored?.passwordHash || !matches) throw new CallError('invalid-credentials');
  if (trustedBrowser !== undefined) await limits.countSuccess(stored.uid);
  await limits.reset(counted);
  const rehashed = outdated ? await passwords.hash(password) : undefined;
  // If a new password was chosen during the hashing, this one neither replaces it nor signs in.
  if (rehashed !== undefined && !(await store.setPassword(stored.uid, rehashed, stored.passwordHash)))
    throw new CallError('invalid-credentials');
  const passwordHash = rehashed ?? stored.passwordHash;
  return finishSignIn(context, stored, reply, { passwordHash });
}
