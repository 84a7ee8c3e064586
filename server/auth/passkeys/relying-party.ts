import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { CallError } from '../../http/call-error.ts';
import { portInForce } from '../../http/origin.ts';

/** For whom a passkey is made (WebAuthn): the name it is bound to, and the one origin whose pages may use it. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * Without a PUBLIC_URL passkeys work under the name localhost, at the port in force. A passkey is bound to a name and
 * never to an address: throws 'no-passkeys-here' where the public one is an IP address.
 */
export function relyingParty(app: FastifyInstance, { publicOrigin, port }: Config): RelyingParty {
  const { hostname, origin } = new URL(publicOrigin ?? `http://localhost:${portInForce(app) ?? port}`);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw new CallError('no-passkeys-here');
  return { id: hostname, origin };
}
