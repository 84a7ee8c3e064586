import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import type { CredentialKind } from '../../store/ports/store.ts';
import type { AuthContext } from '../auth-context.ts';
import { finishSignIn } from '../core/finish-sign-in.ts';
import { newPassword } from './change-password.ts';

/** Every sign-in method beside the password. */
export const CREDENTIAL_KINDS: readonly CredentialKind[] = ['provider', 'passkey', 'recovery-code'];

/**
 * Verifies an address without a session: whoever registered it may be somebody else (account pre-hijacking), so a new
 * password ends every session and sign-in method, and a passkey requirement. Throws 'link-expired'.
 */
export const claimAccountCalls = (context: AuthContext): Handlers => ({
  async claimAccount({ token, password }, request, reply) {
    const { store, now, limits, links, passwords, sessions, mail, events } = context;
    await limits.countAddress(request);
    const { hash, uid, body } = await links.find('verify-email', token);
    events.about(request, uid);
    const passwordHash = await passwords.hash(password);
    const at = isoTime(now());
    const redeemed = await store.redeemOneTimeToken('verify-email', hash, at, (account) => {
      // An account whose address is verified is recovered instead, which does not lift a passkey requirement.
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
    mail.tell('passwordChanged', redeemed.account, reply);
    return finishSignIn(context, redeemed.account, reply, { passwordHash });
  },
});
