import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import { LIFETIMES } from '../../limits.ts';
import { startSession } from '../core/finish-sign-in.ts';
import { createCookie } from '../core/sessions/cookie.ts';
import { hashIfSecret, hashOf, newSecret } from '../core/sessions/secret.ts';
import type { PasskeyContext } from './passkey-context.ts';
import { createRequestOptions, verifyPasskey } from './verify.ts';

/**
 * Signs in with a passkey alone. No e-mail is asked for, so the options are the same for everybody and reveal no account.
 * User verification is required, so that the passkey is both factors in one.
 */
export function passkeySignInCalls(context: PasskeyContext): Handlers {
  const { store, sessions, limits, config } = context;
  const cookie = createCookie(config, 'framme-passkey');
  return {
    async passkeySignInOptions(_nothing, request, reply) {
      await limits.countAddress(request);
      const secret = newSecret();
      const options = await createRequestOptions(context, { name: 'sign-in', boundTo: hashOf(secret) }, null);
      cookie.set(reply, secret, LIFETIMES.passkeyChallenge);
      return options;
    },
    async signInWithPasskey({ response }, request, reply) {
      await limits.countAddress(request);
      const boundTo = hashIfSecret(cookie.read(request));
      if (boundTo === undefined) throw new CallError('passkey-late');
      const purpose = { name: 'sign-in', boundTo } as const;
      const { uid, credential } = await verifyPasskey(context, request, { response, purpose });
      const account = await store.accountByUid(uid);
      const presented = { passkey: true, credential } as const;
      const signedIn = account && (await startSession(context, account, reply, presented));
      if (!signedIn) throw new CallError('passkey-refused');
      cookie.clear(reply);
      return signedIn;
    },
    /** Re-authentication with a passkey instead of the password. */
    async passkeyReauthenticationOptions(_nothing, request) {
      const { session, account } = await sessions.requireSession(request);
      return createRequestOptions(context, { name: 'prove', boundTo: session }, account.uid);
    },
    async reauthenticateByPasskey({ response }, request) {
      const { session, account } = await sessions.requireSession(request);
      const purpose = { name: 'prove', boundTo: session } as const;
      await verifyPasskey(context, request, { response, purpose, owner: account.uid });
      await sessions.markReauthenticated(session);
      return {};
    },
  };
}
