import type { FastifyInstance } from 'fastify';
import { registerCall } from '../../http/register-call.ts';
import type { AuthContext } from '../core/auth-context.ts';
import { listLinkedIdentities } from '../providers/linked-identities.ts';

/** Lists the account's sign-in methods besides passkeys: whether it has a password, and the connected providers. */
export function listSignInMethodsCall(app: FastifyInstance, { store, sessions }: AuthContext): void {
  registerCall(app, 'signInMethods', async (_nothing, request) => {
    const { uid } = await sessions.requireAccount(request);
    const [stored, identities] = await Promise.all([
      store.accountByUid(uid),
      listLinkedIdentities(store, uid),
    ]);
    return {
      hasPassword: stored?.passwordHash != null,
      providers: identities.map(({ provider, since }) => ({ provider, since })),
    };
  });
}
