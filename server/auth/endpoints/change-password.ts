import type { Handlers } from '../../http/register-call.ts';
import { RATES } from '../../limits.ts';
import type { NewPassword } from '../../store/ports/store.ts';
import type { AuthContext } from '../auth-context.ts';
import { accountKey } from '../core/limits/limits.ts';
import { keptPassword } from '../core/passwords/passwords.ts';

/** Sets or replaces the password and signs out all other devices. Requires a recent authentication. */
export const changePasswordCalls = (context: AuthContext): Handlers => ({
  async changePassword({ password }, request, reply) {
    const { store, now, sessions, limits, passwords, trustedBrowsers, mail } = context;
    const { session, account } = await sessions.requireRecentAuthentication(request);
    await limits.count('change-password', accountKey(account.email), RATES.passwordChanges);
    const chosen = {
      passwordHash: await passwords.hash(password),
      revokes: REVOKED,
      keepsFormer: keptPassword(now()),
    };
    const ended = await store.changePassword(account.uid, session, chosen);
    // Another device may have changed the password during the hashing, which ended this session.
    if (!ended) throw await sessions.signedOutError(request);
    sessions.notifyEnded(ended);
    await trustedBrowsers.remember(account.uid, reply);
    mail.tell('passwordChanged', account, reply);
    return {};
  },
});

/** A new password voids the mailed links, pending second factors and trusted browsers of the former one. */
const REVOKED = ['recovery', 'change-email', 'second-step', 'known-device'] as const;

/** A new password by a mailed link also voids the passwords that sessions have replaced. */
export function newPassword(passwordHash: string): NewPassword {
  return { passwordHash, revokes: [...REVOKED, 'former-password'] };
}
