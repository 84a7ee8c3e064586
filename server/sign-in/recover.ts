import type { FastifyInstance } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import { answer } from '../answer.ts';
import { CallError } from '../call-error.ts';
import type { Store } from '../store/port.ts';
import { setNewPassword } from './change-password.ts';
import { completeSignIn } from './complete.ts';
import type { Ground } from './ground.ts';
import { refuseWeakPassword } from './weak-password.ts';

/** Mails a link to whoever forgot their password; the answer is the same whether there is such an account or not. */
export function askRecoveryCall(app: FastifyInstance, { limits, mail }: Ground): void {
  answer(app, 'askRecovery', async ({ email }, request, reply) => {
    mail.require();
    await limits.address(request);
    mail.recovery(email, request, reply);
    return {};
  });
}

/** Takes a new password for the secret of a link. All sessions end; a passkey that is required is still asked for. */
export function recoverCall(app: FastifyInstance, ground: Ground): void {
  const { store, now, limits, passwords, links, mail } = ground;
  answer(
    app,
    'recover',
    async ({ token, password }, request, reply) => {
      await limits.address(request);
      // A look first: neither is a password hashed for nothing, nor a link used up where that fails.
      await links.look('recovery', token);
      const passwordHash = await passwords.hash(password);
      const { uid, body } = await links.use('recovery', token);
      const account = await store.accountByUid(uid);
      if (account?.emailKey !== body.emailKey) throw new CallError('link-expired');
      const stillAsks = account.passkeyRequiredAt !== null && !body.withoutPasskey;
      // Whoever opened the account in the name of an e-mail that was not theirs keeps no way in beside it, nor a session.
      if (account.emailVerifiedAt === null) await endWaysIn(store, uid, stillAsks);
      await setNewPassword(ground, uid, passwordHash);
      if (body.withoutPasskey) await store.requirePasskey(uid, null);
      // Where a passkey is still asked for, whoever reads the mail need not be whose account it is.
      if (!body.isByHost && !stillAsks) await store.verifyEmail(uid, body.emailKey, isoTime(now()));
      mail.passwordChanged(account, request, reply);
      return completeSignIn(ground, account, request, reply, passwordHash);
    },
    { inspect: refuseWeakPassword },
  );
}

/** Ends what signs in beside the password. Passkeys and codes that are asked for stay: no mail skips them. */
async function endWaysIn(store: Store, uid: Id, stillAsks: boolean): Promise<void> {
  const kinds = ['provider', 'passkey', 'recovery-code'] as const;
  for (const kind of stillAsks ? kinds.slice(0, 1) : kinds) await store.replaceCredentials(uid, kind, []);
}
