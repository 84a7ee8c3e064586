import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { OneTimeTokenStore } from '../../store/port.ts';
import { TRUSTED_BROWSER_MS } from '../port.ts';
import { createCookie } from './cookie.ts';
import { hashIfSecret, hashOf, newSecret } from './secret.ts';

/**
 * Browsers that an account was signed in from before, by a cookie that outlives the session. It opens nothing: it only
 * has its own allowance of passwords, so that an attack from elsewhere does not lock the owner out.
 */
export interface KnownDevices {
  /** The ticket's hash where the request comes from a browser that this account knows; the same work where there is none. */
  find(request: FastifyRequest, uid: Id | undefined): Promise<string | undefined>;
  /** Makes the browser known to the account, and to no other any longer. */
  remember(uid: Id, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function knownDevicesOf({
  config,
  store,
  now,
}: Pick<Dependencies, 'config' | 'now'> & { store: OneTimeTokenStore }): KnownDevices {
  const cookie = createCookie(config, 'framme-device');
  const hashIn = (request: FastifyRequest) => hashIfSecret(cookie.read(request));
  return {
    async find(request, uid) {
      const hash = hashIn(request);
      const ticket = hash && (await store.oneTimeToken('known-device', hash, isoTime(now())));
      return ticket && ticket.uid === uid ? hash : undefined;
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
          expiresAt: isoTime(at + TRUSTED_BROWSER_MS),
        }),
        former && store.consumeOneTimeToken('known-device', former, isoTime(at)),
      ]);
      cookie.set(reply, secret, TRUSTED_BROWSER_MS);
    },
  };
}
