import type { FastifyInstance } from 'fastify';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { SignInMethods } from '../../store/ports/store.ts';
import { requireSignInMethodLeft } from '../core/sign-in-methods.ts';
import { listPasskeys } from './list.ts';
import type { PasskeyContext } from './passkey-context.ts';

/** Throws 'passkey-needed' for the last passkey of an account that requires one, and 'last-way-in' for the last sign-in method. */
export function removePasskeyCall(app: FastifyInstance, { store, sessions, mail }: PasskeyContext): void {
  registerCall(app, 'removePasskey', async ({ id }, request, reply) => {
    const { account } = await sessions.requireRecentAuthentication(request);
    const { uid } = account;
    if (!(await store.removeCredentials(uid, 'passkey', [id], refuseLast))) throw new CallError('not-found');
    mail.sendNotice('passkeyRemoved', account, request, reply);
    return listPasskeys(store, uid);
  });
}

function refuseLast(left: SignInMethods): void {
  if (left.passkeyRequiredAt !== null && left.passkeys === 0) throw new CallError('passkey-needed');
  requireSignInMethodLeft(left);
}
