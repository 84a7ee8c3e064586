import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { languageSchema } from '#domain/fields.ts';
import { providerSchema } from '#domain/protocol/provider-calls.ts';
import { isoTime } from '#domain/time.ts';
import type { AuthContext } from '../auth-context.ts';
import { createCookie } from '../sessions/cookie.ts';
import { hashIfSecret, hashOf, newSecret } from '../sessions/secret.ts';

const HALF_AN_HOUR = 30 * 60 * 1000;

const newcomerSchema = v.object({
  step: v.literal('newcomer'),
  provider: providerSchema,
  issuer: v.string(),
  subject: v.string(),
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
  email: v.optional(v.string()),
  isVerified: v.boolean(),
  language: v.optional(languageSchema),
});

/** Somebody whom a provider knows and we do not yet. */
export type Stranger = Omit<v.InferOutput<typeof newcomerSchema>, 'step'>;

/** Those who are still asked for what their provider did not say: a ticket each, bound to the browser's cookie. */
export type Newcomers = ReturnType<typeof newcomersOf>;

export function newcomersOf({ config, store, now }: Pick<AuthContext, 'config' | 'store' | 'now'>) {
  const cookie = createCookie(config, 'framme-newcomer');
  return {
    async ask(stranger: Stranger, reply: FastifyReply): Promise<void> {
      const secret = newSecret();
      const body = JSON.stringify({ step: 'newcomer', ...stranger });
      const expiresAt = isoTime(now() + HALF_AN_HOUR);
      await store.putOneTimeToken({ kind: 'provider', hash: hashOf(secret), uid: null, body, expiresAt });
      cookie.set(reply, secret, HALF_AN_HOUR);
    },
    async find(request: FastifyRequest): Promise<Stranger | undefined> {
      const hash = hashIfSecret(cookie.read(request));
      const ticket = hash ? await store.oneTimeToken('provider', hash, isoTime(now())) : undefined;
      const body = v.safeParse(newcomerSchema, JSON.parse(ticket?.body ?? 'null'));
      return body.success ? body.output : undefined;
    },
    /** They have an account now. */
    async forget(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const hash = hashIfSecret(cookie.read(request));
      cookie.clear(reply);
      if (hash !== undefined) await store.consumeOneTimeToken('provider', hash, isoTime(now()));
    },
  };
}
