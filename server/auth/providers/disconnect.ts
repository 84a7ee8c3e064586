import type { FastifyInstance } from 'fastify';
import { registerCall } from '../../http/register-call.ts';
import type { Ground } from '../auth-context.ts';
import { refuseNone } from '../endpoints/sign-in-methods.ts';
import { linksOf } from './linked-identities.ts';

/** Takes a connected service away. Throws 'last-way-in' where nobody could sign in to the account any more. */
export function disconnectProviderCall(app: FastifyInstance, { store, sessions }: Ground): void {
  registerCall(app, 'disconnectProvider', async ({ provider }, request) => {
    const { uid } = (await sessions.requireProven(request)).account;
    const mine = (await linksOf(store, uid)).filter((link) => link.provider === provider);
    const keys = mine.map(({ key }) => key);
    await store.removeCredentials(uid, 'provider', keys, refuseNone);
    return {};
  });
}
