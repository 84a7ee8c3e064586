import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';

/**
 * Returns access to a cookie that no script can read and no other site's request carries. Behind https it gets the `__Host-`
 * prefix, which binds it to the host.
 */
export function createCookie({ publicOrigin }: Config, plainName: string) {
  const secure = publicOrigin?.startsWith('https:') ?? false;
  // Safari stores no Secure cookie for http://localhost, so without https the cookie has neither Secure nor the prefix.
  const name = secure ? `__Host-${plainName}` : plainName;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: ({ cookies }: FastifyRequest) => cookies[name],
    set: (reply: FastifyReply, value: string, ms: number) =>
      void reply.setCookie(name, value, { ...options, maxAge: ms / 1000 }),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, options),
  };
}
