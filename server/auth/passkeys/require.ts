import type { FastifyInstance } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import { passkeysOf } from './list.ts';
import type { PasskeyGround } from './passkey-context.ts';

/** Whether a passkey is asked for after every other way to sign in. Nobody can lock themselves out by it at once. Turning it on signs all other devices out. */
export function requirePasskeyCall(app: FastifyInstance, ground: PasskeyGround): void {
  const { store, sessions, mail, now } = ground;
  registerCall(app, 'requirePasskey', async ({ required }, request, reply) => {
    const { session, account } = await sessions.requireProven(request);
    const { uid } = account;
    const { passkeys, codesLeft, required: wasRequired } = await passkeysOf(store, uid);
    if (required && passkeys.length === 0) throw new CallError('passkey-needed');
    if (required && !wasRequired) await refuseUnverified(ground, uid);
    if (required && codesLeft === 0) throw new CallError('codes-needed');
    if (!(await store.requirePasskey(uid, required ? isoTime(now()) : null)))
      throw new CallError('passkey-needed');
    // Whoever was signed in by a guessed password could turn it off again with that alone.
    if (required && !wasRequired) await sessions.endOf(uid, { allBut: session });
    if (!required && wasRequired) mail.waysInChanged(account, request, reply);
    return passkeysOf(store, uid);
  });
}

/**
 * No mail skips a required passkey, so whoever opened an account in the name of somebody else's e-mail would keep that from
 * them for good. Throws 'email-unverified'.
 */
async function refuseUnverified({ store, mail }: PasskeyGround, uid: Id): Promise<void> {
  if (!mail.isSent) return;
  const account = await store.accountByUid(uid);
  if (account?.emailVerifiedAt === null) throw new CallError('email-unverified');
}
