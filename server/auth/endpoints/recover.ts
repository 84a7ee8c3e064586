import type { FastifyInstance } from 'fastify';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { AccountChange, CredentialKind, StoredAccount } from '../../store/sign-in-port.ts';
import type { Ground } from '../auth-context.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import type { LinkBody } from '../mail/links.ts';
import { refuseWeakPassword } from '../passwords/weak-password.ts';
import { newPassword } from './change-password.ts';

/** Mails a link to whoever forgot their password; the answer is the same whether there is such an account or not. */
export function askRecoveryCall(app: FastifyInstance, { limits, mail }: Ground): void {
  registerCall(app, 'askRecovery', async ({ email }, request, reply) => {
    mail.require();
    await limits.address(request);
    mail.recovery(email, request, reply);
    return {};
  });
}

/** Takes a new password for the secret of a link. All sessions end; a passkey that is required is still asked for. */
export function recoverCall(app: FastifyInstance, ground: Ground): void {
  const { store, now, limits, sessions, passwords, links, mail } = ground;
  registerCall(
    app,
    'recover',
    async ({ token, password }, request, reply) => {
      await limits.address(request);
      // A look first, so that no password is hashed for nothing.
      const { hash, body } = await links.look('recovery', token);
      const passwordHash = await passwords.hash(password);
      const at = isoTime(now());
      const redeemed = await store.redeemTicket('recovery', hash, at, (account) =>
        recovered(account, body, passwordHash, at),
      );
      if (!redeemed) throw new CallError('link-expired');
      const { account, ended } = redeemed;
      sessions.tellEnded(ended);
      mail.passwordChanged(account, request, reply);
      return completeSignIn(ground, account, request, reply, { passwordHash });
    },
    { inspect: refuseWeakPassword },
  );
}

/** What a link makes of an account. Throws 'link-expired' where it was mailed to an address that is another by now. */
function recovered(
  { emailKey, emailVerifiedAt, passkeyRequiredAt }: StoredAccount,
  link: LinkBody<'recovery'>,
  passwordHash: string,
  at: string,
): AccountChange {
  if (emailKey !== link.emailKey) throw new CallError('link-expired');
  const { isByHost, withoutPasskey = false } = link;
  const stillAsks = passkeyRequiredAt !== null && !withoutPasskey;
  return {
    password: newPassword(passwordHash),
    withoutPasskey,
    // Whoever opened the account in the name of an e-mail that was not theirs keeps no way in beside it, nor a session.
    removes: emailVerifiedAt === null ? waysInThatEnd(stillAsks) : [],
    // Where a passkey is still asked for, whoever reads the mail need not be whose account it is.
    ...(!isByHost && !stillAsks && { emailVerifiedAt: at }),
  };
}

/** What signs in beside the password. Passkeys and codes that are asked for stay: no mail skips them. */
function waysInThatEnd(stillAsks: boolean): CredentialKind[] {
  return stillAsks ? ['provider'] : ['provider', 'passkey', 'recovery-code'];
}
