import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';

/** A cookie that no script reads and no other site's page sends along. */
export interface Cookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, value: string, ms: number): void;
  clear(reply: FastifyReply): void;
}

/** Behind https the cookie is bound to the host by its name. */
export function cookieOf({ publicOrigin }: Config, plainName: string): Cookie {
  const secure = publicOrigin?.startsWith('https:') ?? false;
  // Safari keeps no Secure cookie of a plain loopback address, so the name tells which of the two is in force.
  const name = secure ? `__Host-${plainName}` : plainName;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: ({ cookies }) => cookies[name],
    set: (reply, value, ms) => void reply.setCookie(name, value, { ...options, maxAge: ms / 1000 }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}
