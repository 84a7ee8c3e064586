import type { FastifyInstance } from 'fastify';
import { registerCall } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireSignInMethodLeft } from '../sign-in-methods.ts';
import { listLinkedIdentities } from './linked-identities.ts';

/** Takes a connected service away. Throws 'last-way-in' where nobody could sign in to the account any more. */
export function disconnectProviderCall(app: FastifyInstance, { store, sessions }: AuthContext): void {
  registerCall(app, 'disconnectProvider', async ({ provider }, request) => {
    const { uid } = (await sessions.requireRecentAuthentication(request)).account;
    const mine = (await listLinkedIdentities(store, uid)).filter((link) => link.provider === provider);
    const keys = mine.map(({ key }) => key);
    await store.removeCredentials(uid, 'provider', keys, requireSignInMethodLeft);
    return {};
  });
}
