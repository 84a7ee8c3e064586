import type { FastifyInstance } from 'fastify';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import { listPasskeys } from './list.ts';
import type { PasskeyContext } from './passkey-context.ts';
import { parsePasskey, serializePasskey } from './stored-passkey.ts';

/** Throws 'not-found' for another account's passkey too. Retries if the passkey is used meanwhile, which also writes its body. */
export function renamePasskeyCall(app: FastifyInstance, { store, sessions }: PasskeyContext): void {
  registerCall(app, 'renamePasskey', async ({ id, name }, request) => {
    const { uid } = await sessions.requireAccount(request);
    let isRenamed = false;
    while (!isRenamed) {
      const found = await store.credential('passkey', id);
      if (found?.uid !== uid) throw new CallError('not-found');
      isRenamed = await store.updateCredential(
        'passkey',
        id,
        found.body,
        serializePasskey({ ...parsePasskey(found), name }),
      );
    }
    return listPasskeys(store, uid);
  });
}
