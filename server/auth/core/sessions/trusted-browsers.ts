import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { LIFETIMES } from '../../../limits.ts';
import { createBrowserTokens, type TokenContext } from './browser-tokens.ts';

/**
 * Browsers that signed in to an account before, recognised by a cookie that outlives the session. It grants no access: a
 * trusted browser only has a rate limit of its own, so that an attack from elsewhere does not lock the owner out.
 */
export type TrustedBrowsers = ReturnType<typeof createTrustedBrowsers>;

export function createTrustedBrowsers(context: TokenContext) {
  const tokens = createBrowserTokens(context, 'known-device', 'framme-device', LIFETIMES.trustedBrowser);
  return {
    /** Returns the hash of the browser's token if the account trusts it; takes the same work if there is no account. */
    async find(request: FastifyRequest, uid: Id | undefined): Promise<string | undefined> {
      const token = await tokens.find(request);
      return token && token.uid === uid ? token.hash : undefined;
    },
    /** Makes the browser trusted by the account, and no longer by any other. */
    async remember(uid: Id, reply: FastifyReply): Promise<void> {
      const former = tokens.hashIn(reply.request);
      await Promise.all([tokens.start(uid, {}, reply), former && tokens.consume(former)]);
    },
  };
}
