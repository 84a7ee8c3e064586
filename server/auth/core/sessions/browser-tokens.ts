import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { OneTimeTokenKind, OneTimeTokenStore } from '../../../store/ports/store.ts';
import { createCookie } from './cookie.ts';
import { hashIfSecret, hashOf, newSecret } from './secret.ts';

/** The dependencies of browser tokens. */
export type TokenContext = Pick<Dependencies, 'config' | 'now'> & { store: OneTimeTokenStore };

/** One-time tokens of a kind, each bound to one browser by a cookie, without a session. `lifetime` in ms. */
export function createBrowserTokens(
  { config, store, now }: TokenContext,
  kind: OneTimeTokenKind,
  cookieName: string,
  lifetime: number,
) {
  const cookie = createCookie(config, cookieName);
  const hashIn = (request: FastifyRequest) => hashIfSecret(cookie.read(request));
  const consume = (hash: string) => store.consumeOneTimeToken(kind, hash, isoTime(now()));
  return {
    hashIn,
    consume,
    clearCookie: (reply: FastifyReply) => cookie.clear(reply),
    /** Stores a token and gives it to the browser, unless `isValid` says after that that what it rests on was revoked. */
    async start(uid: Id | null, content: object, reply: FastifyReply, isValid = async () => true) {
      const secret = newSecret();
      const hash = hashOf(secret);
      const [body, expiresAt] = [JSON.stringify(content), isoTime(now() + lifetime)];
      await store.putOneTimeToken({ kind, hash, uid, body, expiresAt });
      const isStarted = await isValid();
      if (isStarted) cookie.set(reply, secret, lifetime);
      else await consume(hash);
      return isStarted;
    },
    async find(request: FastifyRequest) {
      const hash = hashIn(request);
      const token = hash && (await store.oneTimeToken(kind, hash, isoTime(now())));
      return hash && token ? { ...token, hash } : undefined;
    },
    /** Uses the browser's token up, and clears its cookie. */
    async end(reply: FastifyReply) {
      const hash = hashIn(reply.request);
      cookie.clear(reply);
      if (hash !== undefined) await consume(hash);
    },
  };
}
