import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';

/** A cookie that no script can read and no other site's request carries. */
export interface Cookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, value: string, ms: number): void;
  clear(reply: FastifyReply): void;
}

/** Behind https the cookie gets the `__Host-` prefix, which binds it to the host. */
export function createCookie({ publicOrigin }: Config, plainName: string): Cookie {
  const secure = publicOrigin?.startsWith('https:') ?? false;
  // Safari stores no Secure cookie for http://localhost, so without https the cookie has neither Secure nor the prefix.
  const name = secure ? `__Host-${plainName}` : plainName;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: ({ cookies }) => cookies[name],
    set: (reply, value, ms) => void reply.setCookie(name, value, { ...options, maxAge: ms / 1000 }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}
