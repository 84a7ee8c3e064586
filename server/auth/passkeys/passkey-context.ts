import type { FastifyInstance } from 'fastify';
import type { AuthContext } from '../core/auth-context.ts';
import { createPendingSecondFactors, type PendingSecondFactors } from '../core/pending-second-factor.ts';
import { type Challenges, createChallenges } from './challenges.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';

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
