import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import { RATE_LIMITS } from '../../load-limits/limit-numbers.ts';
import { accountKey } from '../../load-limits/load-limits.ts';
import { LIFETIMES } from '../../server-limits.ts';
import type { CredentialKind, NewPassword } from '../../store/ports/store.ts';
import type { AuthContext } from '../auth-context.ts';
import { finishSignIn } from '../core/finish-sign-in.ts';
import { hashOf, newSecret } from '../core/sessions/secret.ts';

export const newPasswordHandlers = (context: AuthContext): Handlers => ({
  /** Signs out all other devices. */
  async changePassword({ password }, request, reply) {
    const { store, now, sessions, limits, passwords, trustedBrowsers, mail } = context;
    const { session, account } = await sessions.requireRecentAuthentication(request);
    await limits.count('change-password', accountKey(account.email), RATE_LIMITS.passwordChanges);
    const chosen = {
      passwordHash: await passwords.hash(password),
      revokes: REVOKED,
      keepsFormer: keptPassword(now()),
    };
    const ended = await store.changePassword(account.uid, session, chosen);
    // Another device changed the password during the hashing, which ended this session.
    if (!ended) throw await sessions.signedOutError(request);
    sessions.notifyEnded(ended);
    await trustedBrowsers.remember(account.uid, reply);
    mail.sendSecurityNotice('passwordChanged', account, reply);
    return {};
  },
  /**
   * Somebody else may have registered the address (account pre-hijacking): end all sessions, methods and the
   * passkey requirement. Throws 'link-expired'.
   */
  async claimAccount({ token, password }, request, reply) {
    const { store, now, limits, links, passwords, sessions, mail, events } = context;
    await limits.countAddress(request);
    const { hash, uid, body } = await links.find('verify-email', token);
    events.about(request, uid);
    const passwordHash = await passwords.hash(password);
    const at = isoTime(now());
    const redeemed = await store.redeemOneTimeToken('verify-email', hash, at, (account) => {
      // A verified account is recovered instead, which keeps a passkey requirement.
      const isClaimable = account.emailKey === body.emailKey && account.emailVerifiedAt === null;
      if (!isClaimable) throw new CallError('link-expired');
      return {
        password: newPassword(passwordHash),
        withoutPasskey: true,
        removes: { kinds: CREDENTIAL_KINDS },
        emailVerifiedAt: at,
        revokes: ['verify-email'],
      };
    });
    if (!redeemed) throw new CallError('link-expired');
    sessions.notifyEnded(redeemed.ended);
    mail.sendSecurityNotice('passwordChanged', redeemed.account, reply);
    return finishSignIn(context, redeemed.account, reply, { passwordHash });
  },
});

/** Mailed links, pending second factors and trusted browsers of the previous password. */
const REVOKED = ['recovery', 'change-email', 'second-step', 'known-device'] as const;

/** By a mailed link: also voids the passwords that sessions replaced. */
export function newPassword(passwordHash: string): NewPassword {
  return { passwordHash, revokes: [...REVOKED, 'former-password'] };
}

/** Besides the password. */
export const CREDENTIAL_KINDS: readonly CredentialKind[] = ['provider', 'passkey', 'recovery-code'];

/** Each one costs a guesser, and this server, one more hashing. */
const MOST = 5;

/** The replacing session may be a thief's (decision 0029). */
function keptPassword(now: number): NonNullable<NewPassword['keepsFormer']> {
  const expiresAt = isoTime(now + LIFETIMES.undoEmail);
  return { hash: hashOf(newSecret()), expiresAt, now: isoTime(now), most: MOST };
}
