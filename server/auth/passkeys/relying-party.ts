import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { CallError } from '../../http/call-error.ts';
import { listeningPort } from '../../http/origin.ts';

/** The WebAuthn relying party: the domain that passkeys are bound to, and the one origin that may use them. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * Returns the relying party of PUBLIC_URL, or of localhost at the current port without one. Throws 'no-passkeys-here' if
 * the public host is an IP address: WebAuthn binds passkeys to a domain name.
 */
export function relyingPartyOf(app: FastifyInstance, { publicOrigin, port }: Config): RelyingParty {
  const { hostname, origin } = new URL(publicOrigin ?? `http://localhost:${listeningPort(app) ?? port}`);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw new CallError('no-passkeys-here');
  return { id: hostname, origin };
}
