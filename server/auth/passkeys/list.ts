import type { FastifyInstance } from 'fastify';
import type { Id } from '#domain/ids.ts';
import type { Passkeys } from '#domain/protocol/passkeys.ts';
import type { Dependencies } from '../../dependencies.ts';
import { registerCall } from '../../http/register-call.ts';
import { shown } from './kept-passkey.ts';
import type { PasskeyGround } from './passkey-context.ts';

export function listPasskeysCall(app: FastifyInstance, { store, sessions }: PasskeyGround): void {
  registerCall(app, 'listPasskeys', async (_nothing, request) => {
    const { uid } = await sessions.require(request);
    return passkeysOf(store, uid);
  });
}

/** What an account's owner sees of its passkeys; every change of them answers with it. */
export async function passkeysOf(store: Dependencies['store'], uid: Id): Promise<Passkeys> {
  const [account, passkeys, codes] = await Promise.all([
    store.accountByUid(uid),
    store.credentialsOf(uid, 'passkey'),
    store.credentialsOf(uid, 'recovery-code'),
  ]);
  const required = account?.passkeyRequiredAt != null;
  return { passkeys: passkeys.map(shown), required, codesLeft: codes.length };
}
