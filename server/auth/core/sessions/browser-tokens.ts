import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import type { Config } from '../../../config/config.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { CallError } from '../../../http/call-error.ts';
import { RATE_LIMITS } from '../../../load-limits/limit-numbers.ts';
import { LIFETIMES } from '../../../server-limits.ts';
import type { OneTimeTokenKind, PresentedCredential } from '../../../store/ports/store.ts';
import { hashIfSecret, hashOf, newSecret } from './secret.ts';

/** Unreadable by scripts, not sent by other sites' requests; over https `__Host-` binds it to the host. */
export function createCookie({ publicOrigin }: Config, plainName: string) {
  const secure = publicOrigin?.startsWith('https:') ?? false;
  // Safari stores no Secure cookie for http://localhost.
  const name = secure ? `__Host-${plainName}` : plainName;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: ({ cookies }: FastifyRequest) => cookies[name],
    set: (reply: FastifyReply, value: string, ms: number) =>
      void reply.setCookie(name, value, { ...options, maxAge: ms / 1000 }),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, options),
  };
}

/** One-time tokens, each bound to one browser by a cookie, without a session. `lifetime` in ms. */
export function createBrowserTokens(
  { config, store, now }: Dependencies,
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
    /** Asks `isValid` after storing, in case the token's basis was revoked meanwhile. */
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
    async end(reply: FastifyReply) {
      const hash = hashIn(reply.request);
      cookie.clear(reply);
      if (hash !== undefined) await consume(hash);
    },
  };
}

/**
 * The cookie outlives the session. It grants only an own rate limit, so that attacks from elsewhere do not
 * lock the owner out.
 */
export function createTrustedBrowsers(context: Dependencies) {
  const tokens = createBrowserTokens(context, 'known-device', 'framme-device', LIFETIMES.trustedBrowser);
  return {
    /** Does the same work without an account. */
    async find(request: FastifyRequest, uid: Id | undefined): Promise<string | undefined> {
      const token = await tokens.find(request);
      return token && token.uid === uid ? token.hash : undefined;
    },
    /** Ends the browser's trust by any other account. */
    async remember(uid: Id, reply: FastifyReply): Promise<void> {
      const previous = tokens.hashIn(reply.request);
      await Promise.all([tokens.start(uid, {}, reply), previous && tokens.consume(previous)]);
    },
  };
}

/** Sign-ins whose first factor was accepted. `hash`: of the one-time token. */
export function createPendingSecondFactors(context: Dependencies) {
  const { store, now } = context;
  const tokens = createBrowserTokens(context, 'second-step', 'framme-step', LIFETIMES.pendingSecondFactor);

  const find = async (request: FastifyRequest) => {
    const token = await tokens.find(request);
    return token && token.uid !== null ? { uid: token.uid, hash: token.hash } : undefined;
  };
  const require = async (request: FastifyRequest) => {
    const found = await find(request);
    if (!found) throw new CallError('second-factor-over');
    return found;
  };
  const isStillValid = async (uid: Id, { passwordHash, credential }: PresentedCredential) => {
    if (passwordHash !== undefined && (await store.accountByUid(uid))?.passwordHash !== passwordHash)
      return false;
    return !credential || (await store.credential(credential.kind, credential.key))?.uid === uid;
  };
  return {
    find,
    require,
    /** False if the first factor was revoked meanwhile. */
    start(uid: Id, reply: FastifyReply, presented: PresentedCredential): Promise<boolean> {
      // Checked after storing the token: a new password voids only tokens that exist then.
      return tokens.start(uid, {}, reply, () => isStillValid(uid, presented));
    },
    /** Counts before verification; beyond the limit ends the sign-in and throws 'second-factor-over'. */
    async countAttempt(request: FastifyRequest) {
      const found = await require(request);
      if ((await store.attempt(`second-step:${found.hash}`, now(), RATE_LIMITS.secondFactors)) === 0)
        return found;
      await tokens.consume(found.hash);
      throw new CallError('second-factor-over');
    },
    clearCookie: tokens.clearCookie,
    cancel: tokens.end,
  };
}
