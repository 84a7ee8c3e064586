import type { FastifyInstance } from 'fastify';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { WaysIn } from '../../store/sign-in-port.ts';
import { refuseNone } from '../endpoints/sign-in-methods.ts';
import { passkeysOf } from './list.ts';
import type { PasskeyGround } from './passkey-context.ts';

/** The last passkey of an account that requires one stays, 'passkey-needed': first the requirement is turned off; and so does the 'last-way-in'. */
export function removePasskeyCall(app: FastifyInstance, { store, sessions }: PasskeyGround): void {
  registerCall(app, 'removePasskey', async ({ id }, request) => {
    const { uid } = (await sessions.requireProven(request)).account;
    if (!(await store.removeCredentials(uid, 'passkey', [id], refuseLast))) throw new CallError('not-found');
    return passkeysOf(store, uid);
  });
}

function refuseLast(left: WaysIn): void {
  if (left.passkeyRequiredAt !== null && left.passkeys === 0) throw new CallError('passkey-needed');
  refuseNone(left);
}
