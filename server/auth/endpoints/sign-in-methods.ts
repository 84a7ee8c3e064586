import type { FastifyInstance } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { SignInStore, WaysIn } from '../../store/sign-in-port.ts';
import type { Ground } from '../auth-context.ts';
import { linksOf } from '../providers/linked-identities.ts';

/** What the account can be signed in to with, for the screens that ask for it. */
export function waysInCall(app: FastifyInstance, { store, sessions }: Ground): void {
  registerCall(app, 'waysIn', async (_nothing, request) => {
    const { uid } = await sessions.require(request);
    const [stored, links] = await Promise.all([store.accountByUid(uid), linksOf(store, uid)]);
    return {
      hasPassword: stored?.passwordHash != null,
      providers: links.map(({ provider, since }) => ({ provider, since })),
    };
  });
}

/** Whether a service proves whose account it is: only where there is neither password nor passkey, for it need not have asked the person for anything. */
export async function provesByProvider(store: Pick<SignInStore, 'accountByUid' | 'credentialsOf'>, uid: Id) {
  const [account, passkeys] = await Promise.all([
    store.accountByUid(uid),
    store.credentialsOf(uid, 'passkey'),
  ]);
  return account?.passwordHash === null && account.passkeyRequiredAt === null && passkeys.length === 0;
}

/** Throws 'last-way-in' where nobody could sign in to an account any more, beside what a mail can mend. */
export function refuseNone({ passwordHash, passkeys, providers }: WaysIn): void {
  if (passwordHash === null && passkeys + providers === 0) throw new CallError('last-way-in');
}
