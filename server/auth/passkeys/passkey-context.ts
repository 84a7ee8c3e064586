import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import type { Config } from '../../config/config.ts';
import { CallError } from '../../http/call-error.ts';
import { listeningPort } from '../../http/origin.ts';
import { RATE_LIMITS } from '../../load-limits/limit-numbers.ts';
import { LIFETIMES } from '../../server-limits.ts';
import type { AuthContext } from '../auth-context.ts';
import { hashOf, newSecret } from '../core/sessions/secret.ts';

/** The domain that passkeys are bound to, and the one origin that may use them. */
interface RelyingParty {
  id: string;
  origin: string;
}

/** From PUBLIC_URL, else localhost. Throws 'no-passkeys-here' for an IP address: WebAuthn needs a domain. */
function relyingPartyOf(app: FastifyInstance, { publicOrigin, port }: Config): RelyingParty {
  const { hostname, origin } = new URL(publicOrigin ?? `http://localhost:${listeningPort(app) ?? port}`);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw new CallError('no-passkeys-here');
  return { id: hostname, origin };
}

/** On first use: it takes 28 MB and half of the start-up time. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

export interface PasskeyContext extends AuthContext {
  challenges: ReturnType<typeof createChallenges>;
  /** Throws 'no-passkeys-here'. */
  relyingParty(): RelyingParty;
}

export function createPasskeyContext(app: FastifyInstance, context: AuthContext): PasskeyContext {
  return {
    ...context,
    challenges: createChallenges(context),
    relyingParty: () => relyingPartyOf(app, context.config),
  };
}

/** A response for one purpose is refused for another. */
export interface ChallengePurpose {
  name: 'add' | 'sign-in' | 'second-step' | 'prove';
  /** The hash of the session, the pending second factor or an own cookie. */
  boundTo: string;
}

const bodySchema = v.object({ name: v.string(), boundTo: v.string() });
const clientDataSchema = v.object({ challenge: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) });

/** One-time tokens: the first response uses one up, right or wrong. */
function createChallenges({ store, now, limits }: AuthContext) {
  return {
    /** 32 random bytes. Throws 'too-many-requests'. */
    async issue(purpose: ChallengePurpose, uid: Id | null): Promise<Buffer<ArrayBuffer>> {
      // Without an account the caller counts the address.
      if (uid !== null)
        await limits.count('passkey-challenge', purpose.boundTo, RATE_LIMITS.passkeyChallenges);
      const challenge = newSecret();
      await store.putOneTimeToken({
        kind: 'passkey-challenge',
        hash: hashOf(challenge),
        uid,
        body: JSON.stringify(purpose),
        expiresAt: isoTime(now() + LIFETIMES.passkeyChallenge),
      });
      return Buffer.from(challenge, 'base64url');
    },
    /** Throws 'passkey-late' if issued for another purpose or browser. */
    async consume({ name, boundTo }: ChallengePurpose, clientDataJSON: string): Promise<string> {
      const challenge = challengeIn(clientDataJSON);
      const token = await store.consumeOneTimeToken('passkey-challenge', hashOf(challenge), isoTime(now()));
      const issued = token && v.parse(bodySchema, JSON.parse(token.body));
      if (issued?.name !== name || issued.boundTo !== boundTo) throw new CallError('passkey-late');
      return challenge;
    },
  };
}

function challengeIn(clientDataJSON: string): string {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return v.parse(clientDataSchema, clientData).challenge;
  } catch {
    throw new CallError('invalid-request', { field: 'response', problem: 'characters' });
  }
}
