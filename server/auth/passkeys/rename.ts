import type { FastifyInstance } from 'fastify';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import { bodyOf, keptIn } from './kept-passkey.ts';
import { passkeysOf } from './list.ts';
import type { PasskeyGround } from './passkey-context.ts';

/** Another account's passkey is as unknown as one that does not exist. A use at the same moment changes the body too. */
export function renamePasskeyCall(app: FastifyInstance, { store, sessions }: PasskeyGround): void {
  registerCall(app, 'renamePasskey', async ({ id, name }, request) => {
    const { uid } = await sessions.require(request);
    let isRenamed = false;
    while (!isRenamed) {
      const found = await store.credential('passkey', id);
      if (found?.uid !== uid) throw new CallError('not-found');
      isRenamed = await store.updateCredential('passkey', id, found.body, bodyOf({ ...keptIn(found), name }));
    }
    return passkeysOf(store, uid);
  });
}
