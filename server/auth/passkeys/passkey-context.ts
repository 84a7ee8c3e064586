import type { FastifyInstance } from 'fastify';
import type { Ground } from '../auth-context.ts';
import { type SecondSteps, secondStepsOf } from '../pending-second-step.ts';
import { type Challenges, challengesOf } from './challenges.ts';
import { type RelyingParty, relyingParty } from './relying-party.ts';

/** What the calls about passkeys stand on beside what all calls about accounts do. */
export interface PasskeyGround extends Ground {
  challenges: Challenges;
  secondSteps: SecondSteps;
  /** Throws 'no-passkeys-here'. */
  party(): RelyingParty;
}

export function passkeyGround(app: FastifyInstance, ground: Ground): PasskeyGround {
  return {
    ...ground,
    challenges: challengesOf(ground),
    secondSteps: secondStepsOf(ground),
    party: () => relyingParty(app, ground.config),
  };
}
