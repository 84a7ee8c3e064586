import type { FastifyInstance } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import { listPasskeys } from './list.ts';
import type { PasskeyContext } from './passkey-context.ts';

/**
 * Turns the requirement of a passkey as second factor on or off. Turning it on takes a passkey and recovery codes, so that
 * nobody locks themselves out, and signs all other devices out.
 */
export function requirePasskeyCall(app: FastifyInstance, context: PasskeyContext): void {
  const { store, sessions, mail, now } = context;
  registerCall(app, 'requirePasskey', async ({ required }, request, reply) => {
    const { session, account } = await sessions.requireRecentAuthentication(request);
    const { uid } = account;
    const { passkeys, codesLeft, required: wasRequired } = await listPasskeys(store, uid);
    if (required && passkeys.length === 0) throw new CallError('passkey-needed');
    if (required && !wasRequired) await requireVerifiedEmail(context, uid);
    if (required && codesLeft === 0) throw new CallError('codes-needed');
    if (!(await store.requirePasskey(uid, required ? isoTime(now()) : null)))
      throw new CallError('passkey-needed');
    // A session that was started with a guessed password alone could turn it off again.
    if (required && !wasRequired) await sessions.endSessionsOf(uid, { allBut: session });
    if (required !== wasRequired) {
      const notice = required ? 'passkeyRequired' : 'passkeyNotRequired';
      mail.sendNotice(notice, account, request, reply);
    }
    return listPasskeys(store, uid);
  });
}

/**
 * Throws 'email-unverified'. Recovery by mail does not skip a required passkey, so somebody who registered another person's
 * address could otherwise keep it from its owner for good (account pre-hijacking).
 */
async function requireVerifiedEmail({ store, mail }: PasskeyContext, uid: Id): Promise<void> {
  if (!mail.isEnabled) return;
  const account = await store.accountByUid(uid);
  if (account?.emailVerifiedAt === null) throw new CallError('email-unverified');
}
