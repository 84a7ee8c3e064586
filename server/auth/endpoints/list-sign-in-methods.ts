import type { Handlers } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireSignInMethodLeft } from '../core/sign-in-methods.ts';
import { listLinkedIdentities } from '../providers/linked-identities.ts';

export const signInMethodCalls = ({ store, sessions, mail }: AuthContext): Handlers => ({
  /** Lists the account's sign-in methods besides passkeys: whether it has a password, and the connected providers. */
  async signInMethods(_nothing, request) {
    const { uid } = await sessions.requireAccount(request);
    const [stored, identities] = await Promise.all([
      store.accountByUid(uid),
      listLinkedIdentities(store, uid),
    ]);
    return {
      hasPassword: stored?.passwordHash != null,
      providers: identities.map(({ provider, since }) => ({ provider, since })),
    };
  },
  /** Disconnects a provider from the account. Throws 'last-sign-in-method' if no sign-in method would be left. */
  async disconnectProvider({ provider }, request, reply) {
    const { account } = await sessions.requireRecentAuthentication(request);
    const { uid } = account;
    const identities = await listLinkedIdentities(store, uid);
    const keys = identities.filter((one) => one.provider === provider).map(({ key }) => key);
    const isRemoved = await store.removeCredentials(uid, 'provider', keys, requireSignInMethodLeft);
    if (isRemoved) mail.sendNotice('providerDisconnected', account, reply);
    return {};
  },
});
