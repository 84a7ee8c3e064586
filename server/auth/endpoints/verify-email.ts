import type { FastifyInstance } from 'fastify';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';
import { ADDRESS_MAILS, accountKey } from '../limits/limits.ts';

/** Returns the account's e-mail address and if it is verified. */
export function myEmailCall(app: FastifyInstance, { store, sessions }: AuthContext): void {
  registerCall(app, 'myEmail', async (_nothing, request) => {
    const { uid, email } = await sessions.requireAccount(request);
    const stored = await store.accountByUid(uid);
    return { email: stored?.email ?? email, verified: stored?.emailVerifiedAt != null };
  });
}

/** Mails a verification link to the account's address. */
export function askVerificationCall(app: FastifyInstance, { sessions, limits, mail }: AuthContext): void {
  registerCall(app, 'askVerification', async (_nothing, request, reply) => {
    const account = await sessions.requireAccount(request);
    mail.require();
    await limits.count('ask-mail', accountKey(account.email), ADDRESS_MAILS);
    mail.sendVerification(account, request, reply);
    return {};
  });
}

/** Verifies the address that a link was mailed to. Needs no session: whoever has the link receives the mail. */
export function verifyEmailCall(
  app: FastifyInstance,
  { store, now, limits, links, events }: AuthContext,
): void {
  registerCall(app, 'verifyEmail', async ({ token }, request) => {
    await limits.countAddress(request);
    const { hash, uid, body } = await links.find('verify-email', token);
    events.about(request, uid);
    const at = isoTime(now());
    const verified = await store.redeemOneTimeToken('verify-email', hash, at, ({ emailKey }) => {
      if (emailKey !== body.emailKey) throw new CallError('link-expired');
      return { emailVerifiedAt: at };
    });
    if (!verified) throw new CallError('link-expired');
    return {};
  });
}
