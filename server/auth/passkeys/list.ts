import type { FastifyInstance } from 'fastify';
import type { Id } from '#domain/ids.ts';
import type { Passkeys } from '#domain/protocol/passkeys.ts';
import type { Dependencies } from '../../dependencies.ts';
import { registerCall } from '../../http/register-call.ts';
import type { PasskeyContext } from './passkey-context.ts';
import { toPasskey } from './stored-passkey.ts';

export function listPasskeysCall(app: FastifyInstance, { store, sessions }: PasskeyContext): void {
  registerCall(app, 'listPasskeys', async (_nothing, request) => {
    const { uid } = await sessions.requireAccount(request);
    return listPasskeys(store, uid);
  });
}

/** Returns the account's passkeys as its owner sees them. Every call that changes them replies with this. */
export async function listPasskeys(store: Dependencies['store'], uid: Id): Promise<Passkeys> {
  const [account, passkeys, codes] = await Promise.all([
    store.accountByUid(uid),
    store.credentialsOf(uid, 'passkey'),
    store.credentialsOf(uid, 'recovery-code'),
  ]);
  const required = account?.passkeyRequiredAt != null;
  return { passkeys: passkeys.map(toPasskey), required, codesLeft: codes.length };
}
