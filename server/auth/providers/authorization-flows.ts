import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import * as v from 'valibot';
import { languageSchema } from '#domain/fields.ts';
import type { Id } from '#domain/ids.ts';
import { errandSchema, intentSchema, providerSchema } from '#domain/protocol/provider-calls.ts';
import { isoTime } from '#domain/time.ts';
import type { AuthContext } from '../auth-context.ts';
import { createCookie } from '../sessions/cookie.ts';
import { hashIfSecret, hashOf, newSecret } from '../sessions/secret.ts';
import type { Trip } from './provider.ts';

const TEN_MINUTES = 10 * 60 * 1000;

/** What a trip is for. */
const missionSchema = v.object({
  provider: providerSchema,
  errand: errandSchema,
  intent: intentSchema,
  language: v.optional(languageSchema),
});
export type Mission = v.InferOutput<typeof missionSchema>;

const bodySchema = v.object({
  step: v.literal('trip'),
  /** The hash of what the browser that set out holds in its cookie. */
  browser: v.string(),
  redirectUri: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  mission: missionSchema,
});

/** Somebody who came back, in the browser that set out. */
export interface Returned {
  trip: Trip;
  mission: Mission;
  /** How many seconds ago it set out. */
  seconds: number;
  /** Whose account the trip was begun for. */
  uid: Id | null;
}

/** The trips to providers that are under way: each a ticket under its state's hash, bound to one browser by a cookie. */
export type Trips = ReturnType<typeof tripsOf>;

export function tripsOf({ config, store, now }: Pick<AuthContext, 'config' | 'store' | 'now'>) {
  const cookie = createCookie(config, 'framme-trip');
  return {
    /** In: where the provider is to send the browser back to, and for whom the trip is. */
    async begin(redirectUri: string, mission: Mission, uid: Id | null, reply: FastifyReply): Promise<Trip> {
      const browser = newSecret();
      const trip = { redirectUri, nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const state = newSecret();
      const body = JSON.stringify({ step: 'trip', ...trip, browser: hashOf(browser), mission });
      const expiresAt = isoTime(now() + TEN_MINUTES);
      await store.putOneTimeToken({ kind: 'provider', hash: hashOf(state), uid, body, expiresAt });
      cookie.set(reply, browser, TEN_MINUTES);
      return { ...trip, state };
    },
    /** The trip that ends with this request; undefined where there is none, no longer, or it is another browser's. */
    async end(state: unknown, request: FastifyRequest, reply: FastifyReply): Promise<Returned | undefined> {
      const hash = typeof state === 'string' ? hashIfSecret(state) : undefined;
      const browser = hashIfSecret(cookie.read(request));
      const ticket = hash ? await store.consumeOneTimeToken('provider', hash, isoTime(now())) : undefined;
      const body = v.safeParse(bodySchema, JSON.parse(ticket?.body ?? 'null'));
      if (!ticket || !body.success || body.output.browser !== browser) return undefined;
      cookie.clear(reply);
      const { mission, redirectUri, nonce, verifier } = body.output;
      const seconds = Math.max(0, Math.ceil((now() + TEN_MINUTES - Date.parse(ticket.expiresAt)) / 1000));
      return {
        trip: { redirectUri, nonce, verifier, state: String(state) },
        mission,
        seconds,
        uid: ticket.uid,
      };
    },
  };
}
