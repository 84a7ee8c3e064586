import type { FastifyInstance } from 'fastify';
import { registerCall } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireSignInMethodLeft } from '../sign-in-methods.ts';
import { listLinkedIdentities } from './linked-identities.ts';

/** Disconnects a provider from the account. Throws 'last-way-in' if no sign-in method would be left. */
export function disconnectProviderCall(app: FastifyInstance, { store, sessions }: AuthContext): void {
  registerCall(app, 'disconnectProvider', async ({ provider }, request) => {
    const { uid } = (await sessions.requireRecentAuthentication(request)).account;
    const identities = await listLinkedIdentities(store, uid);
    const keys = identities.filter((one) => one.provider === provider).map(({ key }) => key);
    await store.removeCredentials(uid, 'provider', keys, requireSignInMethodLeft);
    return {};
  });
}
