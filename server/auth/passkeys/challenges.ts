import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { LIFETIMES, RATES } from '../../limits.ts';
import type { AuthContext } from '../auth-context.ts';
import { hashOf, newSecret } from '../core/sessions/secret.ts';

/** The purpose of a challenge; a response to one purpose is refused for another. */
export interface ChallengePurpose {
  name: 'add' | 'sign-in' | 'second-step' | 'prove';
  /** The holder that may respond: the hash of the session, of the pending second factor, or of a cookie of its own. */
  boundTo: string;
}

const bodySchema = v.object({ name: v.string(), boundTo: v.string() });
const clientDataSchema = v.object({ challenge: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) });

export type Challenges = ReturnType<typeof createChallenges>;

/** Challenges are one-time tokens: the first response uses one up, right or wrong. */
export function createChallenges({ store, now, limits }: Pick<AuthContext, 'store' | 'now' | 'limits'>) {
  return {
    /** Returns 32 random bytes. Throws 'too-many-requests'. */
    async issue(purpose: ChallengePurpose, uid: Id | null): Promise<Buffer<ArrayBuffer>> {
      // If no account is known yet, the caller counts the address.
      if (uid !== null) await limits.count('passkey-challenge', purpose.boundTo, RATES.passkeyChallenges);
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
    /** Returns the challenge of a response. Throws 'passkey-late' if it was not issued for this purpose and browser. */
    async consume({ name, boundTo }: ChallengePurpose, clientDataJSON: string): Promise<string> {
      const challenge = challengeIn(clientDataJSON);
      const token = await store.consumeOneTimeToken('passkey-challenge', hashOf(challenge), isoTime(now()));
      const issued = token && v.parse(bodySchema, JSON.parse(token.body));
      if (issued?.name !== name || issued.boundTo !== boundTo) throw new CallError('passkey-late');
      return challenge;
    },
  };
}

/** Throws 'invalid-request' if the client data has no challenge of ours. */
function challengeIn(clientDataJSON: string): string {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return v.parse(clientDataSchema, clientData).challenge;
  } catch {
    throw new CallError('invalid-request', { field: 'response', problem: 'characters' });
  }
}
