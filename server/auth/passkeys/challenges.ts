import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Ground } from '../auth-context.ts';
import { hashOf, newSecret } from '../sessions/secret.ts';

/** How long the browser may take to answer, in ms. */
export const CHALLENGE_MS = 5 * 60 * 1000;

/** What a browser asks for in earnest. Counted for it alone, so that nobody uses up what another needs. */
const PER_BROWSER = { burst: 60, everyMs: 10_000 };

/** What a challenge was given out for: an answer to one is none to another. */
export interface Purpose {
  name: 'add' | 'sign-in' | 'second-step' | 'prove';
  /** Who may answer: the hash of the session, of the half signed in, or of a cookie of its own. */
  boundTo: string;
}

const bodySchema = v.object({ name: v.string(), boundTo: v.string() });
const clientDataSchema = v.object({ challenge: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) });

export type Challenges = ReturnType<typeof challengesOf>;

/** Challenges are tickets: each is used up by the first answer, right or wrong. */
export function challengesOf({ store, now, limits }: Pick<Ground, 'store' | 'now' | 'limits'>) {
  return {
    /** Out: 32 random bytes, which the browser gets in base64url. Throws 'too-many-requests'. */
    async issue(purpose: Purpose, uid: Id | null): Promise<Buffer<ArrayBuffer>> {
      // Where nobody is known yet the address is counted.
      if (uid !== null) await limits.count('passkey-challenge', purpose.boundTo, PER_BROWSER);
      const challenge = newSecret();
      await store.putTicket({
        kind: 'passkey-challenge',
        hash: hashOf(challenge),
        uid,
        body: JSON.stringify(purpose),
        expiresAt: isoTime(now() + CHALLENGE_MS),
      });
      return Buffer.from(challenge, 'base64url');
    },
    /** Out: the challenge that was answered. Throws 'passkey-late' where this browser was not asked it for this. */
    async take({ name, boundTo }: Purpose, clientDataJSON: string): Promise<string> {
      const challenge = challengeIn(clientDataJSON);
      const ticket = await store.takeTicket('passkey-challenge', hashOf(challenge), isoTime(now()));
      const asked = ticket && v.parse(bodySchema, JSON.parse(ticket.body));
      if (asked?.name !== name || asked.boundTo !== boundTo) throw new CallError('passkey-late');
      return challenge;
    },
  };
}

/** Throws 'invalid-request' for what is no client data. */
function challengeIn(clientDataJSON: string): string {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return v.parse(clientDataSchema, clientData).challenge;
  } catch {
    throw new CallError('invalid-request', { field: 'response', problem: 'characters' });
  }
}
