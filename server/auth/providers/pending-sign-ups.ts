import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { languageSchema } from '#domain/fields.ts';
import { providerSchema } from '#domain/protocol/provider-calls.ts';
import { isoTime } from '#domain/time.ts';
import { LIFETIMES } from '../../limits.ts';
import type { AuthContext } from '../auth-context.ts';
import { createCookie } from '../core/sessions/cookie.ts';
import { hashIfSecret, hashOf, newSecret } from '../core/sessions/secret.ts';

const storedSchema = v.object({
  step: v.literal('newcomer'),
  provider: providerSchema,
  issuer: v.string(),
  subject: v.string(),
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
  email: v.optional(v.string()),
  isVerified: v.boolean(),
  language: v.optional(languageSchema),
  /** The hash of an invitation's secret. */
  invitation: v.optional(v.string()),
});

/** An external identity without an account here, with what the provider said of the person. */
export type PendingSignUpRecord = Omit<v.InferOutput<typeof storedSchema>, 'step'>;

/** Sign-ups that wait for details the provider did not give: each a one-time token bound to a browser by a cookie. */
export type PendingSignUps = ReturnType<typeof createPendingSignUps>;

export function createPendingSignUps({ config, store, now }: Pick<AuthContext, 'config' | 'store' | 'now'>) {
  const cookie = createCookie(config, 'framme-newcomer');
  return {
    async start(signUp: PendingSignUpRecord, reply: FastifyReply): Promise<void> {
      const secret = newSecret();
      const body = JSON.stringify({ step: 'newcomer', ...signUp });
      const expiresAt = isoTime(now() + LIFETIMES.pendingSignUp);
      await store.putOneTimeToken({ kind: 'provider', hash: hashOf(secret), uid: null, body, expiresAt });
      cookie.set(reply, secret, LIFETIMES.pendingSignUp);
    },
    async find(request: FastifyRequest): Promise<PendingSignUpRecord | undefined> {
      const hash = hashIfSecret(cookie.read(request));
      const token = hash ? await store.oneTimeToken('provider', hash, isoTime(now())) : undefined;
      const body = v.safeParse(storedSchema, JSON.parse(token?.body ?? 'null'));
      return body.success ? body.output : undefined;
    },
    /** Removes the sign-up once the account exists. */
    async remove(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const hash = hashIfSecret(cookie.read(request));
      cookie.clear(reply);
      if (hash !== undefined) await store.consumeOneTimeToken('provider', hash, isoTime(now()));
    },
  };
}
