import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { CallError } from '../../http/call-error.ts';
import { listeningPort } from '../../http/origin.ts';
import type { AuthContext } from '../auth-context.ts';
import { createPendingSecondFactors, type PendingSecondFactors } from '../core/pending-second-factor.ts';
import { type Challenges, createChallenges } from './challenges.ts';

/** The WebAuthn relying party: the domain that passkeys are bound to, and the one origin that may use them. */
interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * Returns the relying party of PUBLIC_URL, or of localhost at the current port without one. Throws 'no-passkeys-here' if
 * the public host is an IP address: WebAuthn binds passkeys to a domain name.
 */
function relyingPartyOf(app: FastifyInstance, { publicOrigin, port }: Config): RelyingParty {
  const { hostname, origin } = new URL(publicOrigin ?? `http://localhost:${listeningPort(app) ?? port}`);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw new CallError('no-passkeys-here');
  return { id: hostname, origin };
}

/** Loads the WebAuthn library on first use: it takes 28 MB and half of the start-up time. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** The services that the passkey calls share. */
export interface PasskeyContext extends AuthContext {
  challenges: Challenges;
  pendingSecondFactors: PendingSecondFactors;
  /** Throws 'no-passkeys-here'. */
  relyingParty(): RelyingParty;
}

export function createPasskeyContext(app: FastifyInstance, context: AuthContext): PasskeyContext {
  return {
    ...context,
    challenges: createChallenges(context),
    pendingSecondFactors: createPendingSecondFactors(context),
    relyingParty: () => relyingPartyOf(app, context.config),
  };
}
