import type { FastifyInstance } from 'fastify';
import { answer } from '../../answer.ts';
import { CallError } from '../../call-error.ts';
import type { WaysIn } from '../../store/sign-in-port.ts';
import { refuseNone } from '../ways-in.ts';
import { passkeysOf } from './list.ts';
import type { PasskeyGround } from './passkey-ground.ts';

/** The last passkey of an account that requires one stays, 'passkey-needed': first the requirement is turned off; and so does the 'last-way-in'. */
export function removePasskeyCall(app: FastifyInstance, { store, sessions }: PasskeyGround): void {
  answer(app, 'removePasskey', async ({ id }, request) => {
    const { uid } = (await sessions.requireProven(request)).account;
    if (!(await store.removeCredentials(uid, 'passkey', [id], refuseLast))) throw new CallError('not-found');
    return passkeysOf(store, uid);
  });
}

function refuseLast(left: WaysIn): void {
  if (left.passkeyRequiredAt !== null && left.passkeys === 0) throw new CallError('passkey-needed');
  refuseNone(left);
}
