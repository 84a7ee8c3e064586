import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import { RATES } from '../../limits.ts';
import type { AuthContext } from '../auth-context.ts';
import { accountKey } from '../core/limits/limits.ts';
import { requireSessionOf } from '../core/sessions/sessions.ts';
import type { FoundLink } from '../mail/one-time-links.ts';

export const verifyEmailCalls = (context: AuthContext): Handlers => ({
  /** Returns the account's e-mail address and if it is verified. */
  async myEmail(_nothing, request) {
    const { store, sessions } = context;
    const { uid, email } = await sessions.requireAccount(request);
    const stored = await store.accountByUid(uid);
    return { email: stored?.email ?? email, verified: stored?.emailVerifiedAt != null };
  },
  /** Mails a verification link to the account's address. */
  async askVerification(_nothing, request, reply) {
    const { sessions, limits, mail } = context;
    const account = await sessions.requireAccount(request);
    mail.require();
    await limits.count('ask-mail', accountKey(account.email), RATES.askedMails);
    mail.sendVerification(account, reply);
    return {};
  },
  /** Verifies the address that a link was mailed to. Throws 'reauthentication-needed' without a session of the account. */
  async verifyEmail({ token }, request) {
    const { limits, links, sessions, events } = context;
    await limits.countAddress(request);
    const found = await links.find('verify-email', token);
    events.about(request, found.uid);
    await requireSessionOf(sessions, found.uid, request);
    await verifyAddress(context, found);
    return {};
  },
});

/** Uses a link or code up and verifies the address; other links to it stop working. Throws 'link-expired'. */
export async function verifyAddress(
  { store, now }: Pick<AuthContext, 'store' | 'now'>,
  { hash, body }: FoundLink<'verify-email'>,
): Promise<void> {
  const at = isoTime(now());
  const verified = await store.redeemOneTimeToken('verify-email', hash, at, (account) => {
    if (account.emailKey !== body.emailKey) throw new CallError('link-expired');
    return { emailVerifiedAt: account.emailVerifiedAt ?? at, revokes: ['verify-email'] };
  });
  if (!verified) throw new CallError('link-expired');
}
