import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import type { AccountChange, StoredAccount } from '../../store/ports/store.ts';
import type { AuthContext } from '../auth-context.ts';
import { finishSignIn } from '../core/finish-sign-in.ts';
import type { LinkBody } from '../mail/link-kinds.ts';
import { findRecovery } from '../mail/one-time-links.ts';
import { newPassword } from './change-password.ts';
import { CREDENTIAL_KINDS } from './claim-account.ts';
import { keepsPasskey, keptKeys, recoverableMethods } from './recoverable-methods.ts';

export const recoveryCalls = (context: AuthContext): Handlers => ({
  /** Mails a link to choose a new password, and a code for the device that asks, if it sent a secret. The reply does not reveal if there is such an account. */
  async askRecovery({ email, request: of }, request, reply) {
    context.mail.require();
    await context.limits.countAddress(request);
    context.mail.sendRecovery(email, of, reply);
    return {};
  },
  /**
   * Sets a new password by a mailed link or code, ends all sessions, and the sign-in methods from before the address was verified
   * unless the parent keeps them. A required passkey is still asked for.
   */
  async recover({ token, password, keep }, request, reply) {
    const { store, now, limits, sessions, passwords, mail, events } = context;
    await limits.countAddress(request);
    // Looked up first, so that an invalid link causes no hashing.
    const { hash, uid, body } = await findRecovery(context, token);
    events.about(request, uid);
    const found = await store.accountByUid(uid);
    const kept = found ? keptKeys(await recoverableMethods(store, found, body), keep) : [];
    const passwordHash = await passwords.hash(password);
    const at = isoTime(now());
    const redeemed = await store.redeemOneTimeToken('recovery', hash, at, (account) =>
      accountChange(account, body, { passwordHash, kept, at }),
    );
    if (!redeemed) throw new CallError('link-expired');
    const { account, ended } = redeemed;
    sessions.notifyEnded(ended);
    mail.tell('passwordChanged', account, reply);
    return finishSignIn(context, account, reply, { passwordHash });
  },
});

/** Returns what the link changes. Throws 'link-expired' if the account's address has changed since the link was mailed. */
function accountChange(
  account: StoredAccount,
  link: LinkBody<'recovery'>,
  { passwordHash, kept, at }: { passwordHash: string; kept: readonly string[]; at: string },
): AccountChange {
  const { emailKey, emailVerifiedAt } = account;
  if (emailKey !== link.emailKey) throw new CallError('link-expired');
  const { isByHost, withoutPasskey = false } = link;
  const leavesPasskey = keepsPasskey(account, link);
  return {
    password: newPassword(passwordHash),
    withoutPasskey,
    removes: {
      kinds: leavesPasskey ? ['provider'] : CREDENTIAL_KINDS,
      // Account pre-hijacking: whoever registered somebody else's address must keep neither credential nor session.
      except: emailVerifiedAt === null ? [] : kept,
    },
    // While a passkey is still required, reading the mail does not show that the account is theirs.
    ...(!isByHost && !leavesPasskey && { emailVerifiedAt: emailVerifiedAt ?? at }),
  };
}
