import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { LIFETIMES } from '../../../limits.ts';
import type { OneTimeTokenStore } from '../../../store/ports/store.ts';
import { createCookie } from './cookie.ts';
import { hashIfSecret, hashOf, newSecret } from './secret.ts';

/**
 * Browsers that signed in to an account before, recognised by a cookie that outlives the session. It grants no access: a
 * trusted browser only has a rate limit of its own, so that an attack from elsewhere does not lock the owner out.
 */
export interface TrustedBrowsers {
  /** Returns the hash of the browser's token if the account trusts it; takes the same work if there is no account. */
  find(request: FastifyRequest, uid: Id | undefined): Promise<string | undefined>;
  /** Makes the browser trusted by the account, and no longer by any other. */
  remember(uid: Id, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function createTrustedBrowsers({
  config,
  store,
  now,
}: Pick<Dependencies, 'config' | 'now'> & { store: OneTimeTokenStore }): TrustedBrowsers {
  const cookie = createCookie(config, 'framme-device');
  const hashIn = (request: FastifyRequest) => hashIfSecret(cookie.read(request));
  return {
    async find(request, uid) {
      const hash = hashIn(request);
      const token = hash && (await store.oneTimeToken('known-device', hash, isoTime(now())));
      return token && token.uid === uid ? hash : undefined;
    },
    async remember(uid, request, reply) {
      const secret = newSecret();
      const former = hashIn(request);
      const at = now();
      await Promise.all([
        store.putOneTimeToken({
          kind: 'known-device',
          hash: hashOf(secret),
          uid,
          body: '{}',
          expiresAt: isoTime(at + LIFETIMES.trustedBrowser),
        }),
        former && store.consumeOneTimeToken('known-device', former, isoTime(at)),
      ]);
      cookie.set(reply, secret, LIFETIMES.trustedBrowser);
    },
  };
}
